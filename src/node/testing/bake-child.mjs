// Bakes in a process of its own, as built, so that a test can kill it: `node bake-child.mjs INDEX SCENE OUT`.
// Tells its parent of every piece of work, and at the end whether it is done.
const [, , index, scene, out] = process.argv;
const { bakeFile } = await import(index);
try {
  await bakeFile(scene, {
    out,
    resume: true,
    // After every frame: the moments at which it can be killed are then many.
    checkpointSeconds: 0,
    progress: ({ phase }) => process.send({ phase }),
  });
  process.send({ phase: 'done' });
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
  process.send({ phase: 'failed', words: String(error) });
}
process.disconnect();
