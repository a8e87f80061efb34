// Bakes with the built package in a child process that a test can kill: `node bake-child.mjs INDEX SCENE OUT`.
// Sends its parent a message for every progress event, and at the end whether it succeeded.
const [, , index, scene, out] = process.argv;
const { bakeFile } = await import(index);
try {
  await bakeFile(scene, {
    out,
    resume: true,
    // Writes a checkpoint after every frame, so that a kill can interrupt many different operations.
    checkpointSeconds: 0,
    progress: ({ phase }) => process.send({ phase }),
  });
  process.send({ phase: 'done' });
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
  process.send({ phase: 'failed', message: String(error) });
}
process.disconnect();
