// The kernels of plain grounds: those of index.ts for sheets without cohesion, compaction, stones and drift.
export { castTriangles, clearEnvelope, keepEndPose, placeBlend, placeRigid } from './envelope';
export { agePressed, keepLowest, markWalls, measureTops, press } from './contact';
export { contour, displace } from './displace';
export { erode, isSteeper } from './erode';
