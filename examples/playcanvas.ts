import { colliderFrom, LiveGround } from 'aftermotion/playcanvas';
import { Application, Asset, Color, Entity, StandardMaterial } from 'playcanvas';

const canvas = document.body.appendChild(document.createElement('canvas'));
Object.assign(canvas, { width: innerWidth, height: innerHeight });
const app = new Application(canvas);
app.start();
app.scene.ambientLight = new Color(0.35, 0.35, 0.4);
const camera = new Entity('camera', app);
camera.addComponent('camera', { clearColor: new Color(0.69, 0.77, 0.87), fov: 40 });
const sun = new Entity('sun', app);
sun.addComponent('light', { type: 'directional', intensity: 1.5 });
sun.setEulerAngles(45, -35, 0);
app.root.addChild(camera);
app.root.addChild(sun);

const asset = new Asset('mannequin', 'container', { url: 'mannequin.glb' });
await new Promise((resolve) => {
  asset.once('load', resolve);
  app.assets.add(asset);
  app.assets.load(asset);
});
const container = asset.resource as unknown as {
  instantiateRenderEntity(): Entity;
  readonly animations: readonly Asset[];
};
const runner = container.instantiateRenderEntity();
runner.setEulerAngles(0, 90, 0);
runner.setPosition(-3, 0, 0);
app.root.addChild(runner);
runner.addComponent('anim', { activate: true });
runner.anim!.assignAnimation('run', container.animations[0].resource as never);

const sand = new StandardMaterial();
sand.diffuse = new Color(0.76, 0.65, 0.45);
sand.update();
const ground = new LiveGround(app, { material: 'sand', size: [8, 2] }, sand);
ground.add(colliderFrom(runner));
app.root.addChild(ground.entity);

app.on('framerender', () => {
  const { x } = runner.getPosition();
  camera.setPosition(x - 2, 1.6, 3);
  camera.lookAt(x, 0.6, 0);
});
app.on('update', (dt: number) => {
  runner.translate(3.3 * dt, 0, 0);
  if (runner.getPosition().x > 3) {
    runner.setPosition(-3, 0, 0);
    ground.cut();
  }
  ground.update(dt); // after the animation, which runs before this
});
