// The ground's kernels; src/systems/ground/kernel.ts says what each does. Nothing is allocated: the host owns the memory.
export { castTriangles, clearEnvelope, keepEndPose, placeBlend, placeRigid } from './envelope';
export { agePressed, markWalls, measureTops, press } from './contact';
export { castMovingTriangles } from './drift';
export { contour, displace } from './displace';
export { erode, erodeToStop, steeperThanStop } from './erode';
