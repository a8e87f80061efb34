import { sin } from '../../math/portable.ts';
import type { DivisionPlan, PlannedTask } from './plan-division.ts';

const width = 1200;
const margin = { left: 150, right: 20, top: 60 };
const rowHeight = 26;
const gap = 60;

/**
 * Draws a plan as SVG. The upper part shows which core runs which task, over the expected time. The lower part shows which actors are simulated
 * together, over the frames of the scene. A task has the same colour in both parts.
 */
export function drawDivision(plan: DivisionPlan): string {
  const { cores, tasks, duration, work } = plan;
  const rows = listRows(tasks);
  const frameCount = tasks.reduce((max, { frames }) => Math.max(max, frames[1]), 0) + 1;
  const inner = width - margin.left - margin.right;
  const below = margin.top + cores * rowHeight + gap;
  const height = below + rows.length * rowHeight + 50;
  const parts: string[] = [];
  const title = `${plan.scene}: ${tasks.length} tasks on ${cores} ${cores === 1 ? 'core' : 'cores'}, ${Math.round((100 * work) / (duration * cores))} % busy`;
  parts.push(
    text(margin.left, 24, title, 16),
    text(margin.left, 46, 'tasks on cores, over the expected time', 12),
  );
  for (let core = 0; core < cores; core++)
    parts.push(text(8, margin.top + (core + 0.65) * rowHeight, `core ${core + 1}`, 12));
  for (const task of tasks) {
    const x = margin.left + (inner * task.start) / duration;
    const w = (inner * (task.end - task.start)) / duration;
    parts.push(box(x, margin.top + task.core * rowHeight, w, task));
  }
  parts.push(text(margin.left, below - 14, `actors and systems, over the frames 0 to ${frameCount - 1}`, 12));
  rows.forEach((name, row) => {
    parts.push(text(8, below + (row + 0.65) * rowHeight, name, 12));
  });
  for (const task of tasks) {
    const x = margin.left + (inner * task.frames[0]) / frameCount;
    const w = (inner * (task.frames[1] + 1 - task.frames[0])) / frameCount;
    for (const name of task.actors ?? [task.systems.join(', ')])
      parts.push(box(x, below + rows.indexOf(name) * rowHeight, w, task));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

function listRows(tasks: readonly PlannedTask[]): string[] {
  return [...new Set(tasks.flatMap(({ actors, systems }) => actors ?? [systems.join(', ')]))];
}

function box(x: number, y: number, w: number, task: PlannedTask): string {
  const label = `${task.id}: ${(task.actors ?? task.systems).join(', ')}, frames ${task.frames[0]} to ${task.frames[1]}`;
  return (
    `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0.5, w - 0.6))}" height="${rowHeight - 4}" fill="${colorOf(task)}">` +
    `<title>${escapeText(label)}</title></rect>`
  );
}

/** Returns a colour that depends on the group of actors. It is lighter in odd intervals than in even ones, so that tasks can be told apart. */
function colorOf({ actors, systems, id }: PlannedTask): string {
  const name = (actors ?? systems).join(',');
  let hash = 7;
  for (let k = 0; k < name.length; k++) hash = (hash * 31 + name.charCodeAt(k)) % 9973;
  const hue = (hash * 137) % 360;
  const isOdd = Number(/-(\d+)/.exec(id)?.[1] ?? 0) % 2;
  const [s, l] = [0.45, isOdd ? 0.62 : 0.52];
  const channel = (offset: number) => {
    const wave = sin(((hue + offset) * Math.PI) / 180);
    return Math.round(255 * Math.max(0, Math.min(1, l + s * 0.5 * wave)));
  };
  return `rgb(${channel(0)},${channel(120)},${channel(240)})`;
}

function text(x: number, y: number, value: string, size: number): string {
  return `<text x="${x}" y="${round(y)}" font-size="${size}" fill="#222">${escapeText(value)}</text>`;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}

function escapeText(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
