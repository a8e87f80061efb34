import { expect, test } from 'vitest';
import { actorParams } from './actor-params.ts';
import { sceneJsonSchema } from './scene-json-schema.ts';

type Schema = {
  properties: Record<string, Schema>;
  items: Schema & { oneOf?: Schema[]; anyOf?: Schema[] };
  description?: string;
  default?: unknown;
  exclusiveMinimum?: number;
  additionalProperties?: boolean;
  required?: string[];
};

// `npx vitest run src/scene -u` generates the file again.
test('schema/scene.schema.json is current', async () => {
  const text = `${JSON.stringify(sceneJsonSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../schema/scene.schema.json');
});

test('the JSON Schema has the description, range and default of every key, and refuses unknown keys', () => {
  const schema = sceneJsonSchema() as unknown as Schema;
  expect(schema.additionalProperties).toBe(false);
  expect(schema.required).toEqual(['version', 'systems']);
  const actor = schema.properties.actors.items;
  expect(Object.keys(actor.properties)).toEqual(['$comment', ...Object.keys(actorParams)]);
  expect(actor.anyOf).toEqual([{ required: ['file'] }, { required: ['box'] }]);
  const systems = schema.properties.systems.items;
  const ground = (systems.oneOf ?? systems.anyOf)![0];
  expect(ground.properties.cell.exclusiveMinimum).toBe(0);
  expect(ground.properties.cell.default).toBe(0.01);
  for (const [name, property] of Object.entries({ ...actor.properties, ...ground.properties })) {
    expect(property.description, name).toMatch(/\w/);
  }
});
