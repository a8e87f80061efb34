import { FrameTimes, openScene, parseScene, type SceneFiles, Simulation } from '../../src/index.ts';
import { listFacts, namedGrounds, OutputChanges } from '../outputs/output-changes.ts';
import { measurePoints } from '../run/measure-points.ts';
import { createStage, type Stage } from '../stage/index.ts';
import { Exposure } from './exposure.ts';
import type { PictureMoment, RenderJob } from './render-job.ts';

/**
 * Runs in the page that `aftermotion render` opens. Requests the job from the command's server, simulates the scene, draws each time and
 * sends the pixels. The next picture may be sent when the server has answered the previous one.
 */
async function renderJob(): Promise<void> {
  const job = (await (await fetch('job.json')).json()) as RenderJob;
  const plan = await openScene(parseScene(job.scene), await fetchFiles(job.files), { name: job.name });
  const { width, height, samples } = job;
  const stage = await createStage({
    renderer: job.renderer,
    width,
    height,
    pixelRatio: samples,
    antialias: samples === 1,
    warn: (message) => void send('warning', message),
  });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const names = plan.systems.map((system) => system.name);
  const changes = new OutputChanges(names);
  stage.setGrounds(namedGrounds(simulation, names));
  const facts = listFacts(simulation, names);
  stage.setActorOutputs(facts);
  await stage.setOutputs(facts, measurePoints(plan));
  await stage.setCharacters(plan.actors, plan.times.seconds(0), plan.times.seconds(plan.times.count - 1));
  stage.setLights(plan.lights ?? null);
  stage.setCameras(plan.cameras ?? []);
  chooseCamera(stage, job.camera);
  let reported = performance.now();
  let sent: Promise<void> | null = null;
  const drawMoment = ({ time, offset }: PictureMoment) => {
    // The time as an exact fraction.
    simulation.advanceTo(new FrameTimes(time, time, 1).start, {
      progress(seconds) {
        if (performance.now() - reported < 500) return;
        reported = performance.now();
        void send('progress', String(seconds));
      },
    });
    stage.applyChanges(changes.take(simulation));
    stage.offsetSamples(offset);
    stage.draw(time);
    return stage.readPixels();
  };
  for (const [index, moments] of job.pictures.entries()) {
    const pixels = moments.length === 1 ? drawMoment(moments[0]) : averageMoments(moments, drawMoment);
    // While this picture is drawn, the previous one is sent and the next one is simulated.
    await sent;
    sent = pixels.then((rgba) => send(`pictures/${index}`, rgba as Uint8Array<ArrayBuffer>));
    sent.catch(() => {});
  }
  await sent;
  stage.dispose();
  await send('finished', '');
}

async function averageMoments(
  moments: readonly PictureMoment[],
  draw: (moment: PictureMoment) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const exposure = new Exposure();
  for (const moment of moments) {
    // WebGPU draws shadows once in each frame of the browser.
    await new Promise(requestAnimationFrame);
    exposure.add(await draw(moment));
  }
  return exposure.develop();
}

async function fetchFiles(paths: readonly string[]): Promise<SceneFiles> {
  const files = new Map<string, Uint8Array>();
  for (const [index, path] of paths.entries()) {
    files.set(path, new Uint8Array(await (await fetch(`files/${index}`)).arrayBuffer()));
  }
  // Access is not limited here, because the command has already decided which files may be read.
  return { read: (path) => files.get(path), outsideFiles: true };
}

function chooseCamera(stage: Stage, camera: RenderJob['camera']): void {
  if (camera === null) stage.setView(stage.cameraNames[0] ?? stage.firstView);
  else if (typeof camera === 'string') stage.setView(camera);
  else {
    const [x, y, z, tx, ty, tz] = camera;
    stage.setCameraPosition({ position: [x, y, z], target: [tx, ty, tz] });
  }
}

async function send(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const answer = await fetch(path, { method: 'POST', body });
  if (!answer.ok) throw new Error(`the server refused ${path}`);
}

renderJob().catch((error: unknown) => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  void send('failed', JSON.stringify({ message, stack }));
});
