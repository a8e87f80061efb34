// The kernels of the ground. src/systems/ground/kernel.ts documents each function. They allocate nothing: the host owns the memory.
export { castTriangles, clearEnvelope, keepEndPose, placeBlend, placeRigid } from './envelope';
export { agePressed, keepLowest, markWalls, measureTops, press } from './contact';
export { castMovingTriangles } from './drift';
export { contour, displace } from './displace';
export { erode, isSteeper } from './erode';
