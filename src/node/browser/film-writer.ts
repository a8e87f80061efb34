import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { nameBeside } from '../replace-file.ts';

/** Makes an MP4 of pictures through ffmpeg. The file takes its place when the film is whole. */
export class FilmWriter {
  private readonly child: ChildProcess;
  private readonly partial: string;
  private readonly ended: Promise<number | null>;
  private words = '';

  /** ffmpeg: its program file. fps: frames per second, a fraction such as `30000/1001` too. Size in pixels. */
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
    // Players want even sizes and halved colour.
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
      this.words = (this.words + text).slice(-2000);
    });
    // What it refuses is told by its status.
    this.child.stdin?.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => {
        this.words += error.message;
        resolve(null);
      });
      this.child.once('close', (code) => resolve(code));
    });
  }

  /** Adds a picture: RGB, top row first. */
  async add(rgb: Uint8Array): Promise<void> {
    const { stdin } = this.child;
    if (stdin?.write(rgb) === false) await Promise.race([once(stdin, 'drain'), this.ended]);
    if (this.child.exitCode !== null) await this.finish();
  }

  /** Ends the film and puts it in place. */
  async finish(): Promise<void> {
    this.child.stdin?.end();
    const status = await this.ended;
    if (status !== 0) {
      rmSync(this.partial, { force: true });
      throw new Error(`ffmpeg could not make ${this.path}: ${this.words.trim() || `status ${status}`}`);
    }
    renameSync(this.partial, this.path);
  }

  /** Ends it without a film. */
  async discard(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    rmSync(this.partial, { force: true });
  }
}
