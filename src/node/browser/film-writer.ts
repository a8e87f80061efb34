import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { nameBeside } from '../replace-file.ts';

/** Encodes pictures as MP4 with ffmpeg. The file appears under its real name only when it is complete. */
export class FilmWriter {
  private readonly child: ChildProcess;
  private readonly partial: string;
  private readonly ended: Promise<number | null>;
  private output = '';

  /** ffmpeg: path of its executable. fps: frames per second, also as a fraction such as `30000/1001`. size: pixels. */
  constructor(
    ffmpeg: string,
    private readonly path: string,
    size: { width: number; height: number },
    fps: number | string,
  ) {
    this.partial = nameBeside(path);
    const { width, height } = size;
    const input = [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(fps),
      '-i',
      '-',
    ];
    // Players require even sizes and 4:2:0 chroma subsampling.
    const picture = ['-vf', 'pad=ceil(iw/2)*2:ceil(ih/2)*2', '-pix_fmt', 'yuv420p'];
    const coding = ['-c:v', 'libx264', '-crf', '16', '-preset', 'medium', '-movflags', '+faststart'];
    const all = [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      ...input,
      '-an',
      ...picture,
      ...coding,
      this.partial,
    ];
    this.child = spawn(ffmpeg, all, { stdio: ['pipe', 'ignore', 'pipe'] });
    this.child.stderr?.setEncoding('utf8');
    this.child.stderr?.on('data', (text: string) => {
      this.output = (this.output + text).slice(-2000);
    });
    // If ffmpeg stops reading, the error is reported through its exit status.
    this.child.stdin?.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => {
        this.output += error.message;
        resolve(null);
      });
      this.child.once('close', (code) => resolve(code));
    });
  }

  /** Adds a picture: RGB, 8 bits, top row first. */
  async add(rgb: Uint8Array): Promise<void> {
    const { stdin } = this.child;
    if (stdin?.write(rgb) === false) await Promise.race([once(stdin, 'drain'), this.ended]);
    if (this.child.exitCode !== null) await this.finish();
  }

  /** Finishes encoding and renames the file to its real name. */
  async finish(): Promise<void> {
    this.child.stdin?.end();
    const status = await this.ended;
    if (status !== 0) {
      rmSync(this.partial, { force: true });
      throw new Error(`ffmpeg could not make ${this.path}: ${this.output.trim() || `status ${status}`}`);
    }
    renameSync(this.partial, this.path);
  }

  /** Stops ffmpeg and deletes the unfinished file. */
  async discard(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    rmSync(this.partial, { force: true });
  }
}
