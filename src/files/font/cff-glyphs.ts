import type { CffTable, Program } from './cff-table.ts';
import { FontWork } from './font-work.ts';
import type { GlyphOutlines, PathCommand } from './glyph-path.ts';

/** Returns the glyph outlines of a `CFF ` or `CFF2` table. */
export function readCffGlyphs(table: CffTable): GlyphOutlines {
  return {
    kind: 'CFF',
    count: table.glyphs.length,
    open() {
      const work = new FontWork();
      return (glyph) => {
        work.beginGlyph();
        return drawGlyph(table, glyph, work, true);
      };
    },
  };
}

function drawGlyph(table: CffTable, glyph: number, work: FontWork, mayJoin: boolean): PathCommand[] {
  const program = table.glyphs[glyph];
  if (!program) throw new Error('a glyph refers to a glyph that does not exist');
  const pen = new GlyphPen(table, glyph, work, mayJoin);
  pen.run(program, 0);
  return pen.finish();
}

/**
 * Size of the argument stack (513 in CFF2, OpenType 1.9; in CFF it is 48), and maximum depth of nested subroutine calls (10). Adobe
 * Technical Note 5177, appendix B.
 */
const maxNumbers = 513;
const deepest = 10;

/** Interprets the charstring of a glyph (Adobe Technical Note 5177). Variable fonts are drawn at their default instance. */
class GlyphPen {
  private readonly path: PathCommand[] = [];
  private readonly stack: number[] = [];
  private readonly locals: readonly Program[];
  private hasWidth: boolean;
  private hasEnded = false;
  private isOpen = false;
  private stemCount = 0;
  private variation = 0;
  private x = 0;
  private y = 0;

  constructor(
    private readonly table: CffTable,
    glyph: number,
    private readonly work: FontWork,
    /** Whether the charstring may combine two other glyphs (base and accent), see `end`. */
    private readonly mayJoin: boolean,
  ) {
    this.locals = table.localParts[table.dictOf(glyph)] ?? [];
    this.hasWidth = table.isSecond;
  }

  finish(): PathCommand[] {
    this.close();
    return this.path;
  }

  run([from, to]: Program, depth: number): void {
    const { view } = this.table;
    this.work.spend(1 + to - from);
    for (let at = from; at < to && !this.hasEnded; ) {
      const first = view.getUint8(at++);
      if (first === 28) {
        this.push(view.getInt16(at));
        at += 2;
      } else if (first === 255) {
        this.push(view.getInt32(at) / 65536);
        at += 4;
      } else if (first >= 251) this.push(-256 * (first - 251) - view.getUint8(at++) - 108);
      else if (first >= 247) this.push(256 * (first - 247) + view.getUint8(at++) + 108);
      else if (first >= 32) this.push(first - 139);
      else if (first === 11) return;
      else if (first === 10) this.call(this.locals, depth);
      else if (first === 29) this.call(this.table.globalParts, depth);
      else if (first === 12) this.flex(view.getUint8(at++));
      else if (first === 19 || first === 20) {
        this.countStems();
        at += (this.stemCount + 7) >> 3;
      } else this.operate(first);
    }
  }

  private push(value: number): void {
    if (this.stack.length >= maxNumbers) throw new Error('a glyph has too many operands');
    this.stack.push(value);
  }

  private call(parts: readonly Program[], depth: number): void {
    if (depth >= deepest) throw new Error('the subroutines of a glyph call each other without end');
    const bias = parts.length < 1240 ? 107 : parts.length < 33900 ? 1131 : 32768;
    const part = parts[(this.stack.pop() ?? 0) + bias];
    if (part) this.run(part, depth + 1);
  }

  private operate(operator: number): void {
    const { stack } = this;
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        this.countStems();
        return;
      case 4:
        this.takeWidth(1);
        this.moveBy(0, stack.at(-1) ?? 0);
        break;
      case 5:
        this.lines(stack.length);
        break;
      case 6:
      case 7:
        stack.forEach((value, k) => {
          if ((k + operator) % 2 === 0) this.lineBy(value, 0);
          else this.lineBy(0, value);
        });
        break;
      case 8:
        this.curves(0, stack.length);
        break;
      case 14:
        this.end();
        return;
      case 15:
        this.variation = stack.pop() ?? 0;
        return;
      case 16:
        this.blend();
        return;
      case 21:
        this.takeWidth(2);
        this.moveBy(stack.at(-2) ?? 0, stack.at(-1) ?? 0);
        break;
      case 22:
        this.takeWidth(1);
        this.moveBy(stack.at(-1) ?? 0, 0);
        break;
      case 24: {
        const rest = this.curves(0, stack.length - 2);
        this.lineBy(stack[rest] ?? 0, stack[rest + 1] ?? 0);
        break;
      }
      case 25:
        this.curves(this.lines(stack.length - 6), stack.length);
        break;
      case 26:
      case 27:
        this.levelCurves(operator === 27);
        break;
      case 30:
      case 31:
        this.turningCurves(operator === 31);
        break;
    }
    stack.length = 0;
  }

  /**
   * Drops the glyph's width: an optional operand before the `count` operands of the first operator. The width is read from `hmtx` instead.
   */
  private takeWidth(count: number): void {
    if (!this.hasWidth && this.stack.length > count) this.stack.shift();
    this.hasWidth = true;
  }

  private countStems(): void {
    const { stack } = this;
    if (!this.hasWidth && stack.length % 2 === 1) stack.shift();
    this.hasWidth = true;
    this.stemCount += stack.length >> 1;
    stack.length = 0;
  }

  private moveBy(dx: number, dy: number): void {
    this.close();
    this.x += dx;
    this.y += dy;
    this.path.push({ type: 'M', x: this.x, y: this.y });
    this.isOpen = true;
  }

  private close(): void {
    if (this.isOpen) this.path.push({ type: 'Z' });
    this.isOpen = false;
  }

  private lineBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.path.push({ type: 'L', x: this.x, y: this.y });
  }

  private curveBy(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): void {
    const [x1, y1] = [this.x + ax, this.y + ay];
    const [x2, y2] = [x1 + bx, y1 + by];
    this.x = x2 + cx;
    this.y = y2 + cy;
    this.path.push({ type: 'C', x1, y1, x2, y2, x: this.x, y: this.y });
  }

  /** Draws a line for every two operands below stack index `end`. Returns the index of the first unused operand. */
  private lines(end: number): number {
    let k = 0;
    for (; k + 2 <= end; k += 2) this.lineBy(this.stack[k], this.stack[k + 1]);
    return k;
  }

  /** Draws a curve for every six operands from `start` to below `end`. Returns the index of the first unused operand. */
  private curves(start: number, end: number): number {
    const { stack } = this;
    let k = start;
    for (; k + 6 <= end; k += 6)
      this.curveBy(stack[k], stack[k + 1], stack[k + 2], stack[k + 3], stack[k + 4], stack[k + 5]);
    return k;
  }

  /**
   * hhcurveto (isAlongX) and vvcurveto: curves whose tangents at both ends are parallel to one axis. An additional operand at the start is
   * the component of the first tangent along the other axis.
   */
  private levelCurves(isAlongX: boolean): void {
    const { stack } = this;
    let k = stack.length % 4 === 1 ? 1 : 0;
    let off = k === 1 ? stack[0] : 0;
    for (; k + 4 <= stack.length; k += 4) {
      const [a, b, c, d] = stack.slice(k, k + 4);
      if (isAlongX) this.curveBy(a, off, b, c, d, 0);
      else this.curveBy(off, a, b, c, 0, d);
      off = 0;
    }
  }

  /**
   * hvcurveto (isAlongX) and vhcurveto: curves that start parallel to one axis and end parallel to the other axis. The axes alternate. An
   * additional operand at the end is the second component of the last tangent.
   */
  private turningCurves(isAlongX: boolean): void {
    const { stack } = this;
    let along = isAlongX;
    for (let k = 0; k + 4 <= stack.length; k += 4) {
      const [a, b, c, d] = stack.slice(k, k + 4);
      const off = stack.length - k === 5 ? stack[k + 4] : 0;
      if (along) this.curveBy(a, 0, b, c, off, d);
      else this.curveBy(0, a, b, c, d, off);
      along = !along;
    }
  }

  /** Flex operators (12 34 to 12 37), each of which draws two curves. Other two-byte operators only clear the stack. */
  private flex(operator: number): void {
    const { stack } = this;
    const at = (k: number) => stack[k] ?? 0;
    if (operator === 35) {
      this.curves(0, 12);
    } else if (operator === 34) {
      this.curveBy(at(0), 0, at(1), at(2), at(3), 0);
      this.curveBy(at(4), 0, at(5), -at(2), at(6), 0);
    } else if (operator === 36) {
      this.curveBy(at(0), at(1), at(2), at(3), at(4), 0);
      this.curveBy(at(5), 0, at(6), at(7), at(8), -(at(1) + at(3) + at(7)));
    } else if (operator === 37) {
      const [dx, dy] = [0, 1].map(
        (axis) => at(axis) + at(axis + 2) + at(axis + 4) + at(axis + 6) + at(axis + 8),
      );
      const isLevel = Math.abs(dx) > Math.abs(dy);
      this.curveBy(at(0), at(1), at(2), at(3), at(4), at(5));
      this.curveBy(at(6), at(7), at(8), at(9), isLevel ? at(10) : -dx, isLevel ? -dy : at(10));
    }
    stack.length = 0;
  }

  /** blend (CFF2). The operands are n default values, n deltas for each region, and n. Keeps the default values and drops the deltas. */
  private blend(): void {
    const { stack } = this;
    const count = stack.pop() ?? 0;
    const dropped = count * (this.table.regionCounts[this.variation] ?? 0);
    if (!(dropped >= 0 && dropped <= stack.length))
      throw new Error('a glyph refers to variation data that does not exist');
    stack.length -= dropped;
  }

  /**
   * endchar. With four operands, the glyph consists of two other glyphs: a base, and an accent that is shifted by (dx, dy). Both are given
   * by their codes in the Standard Encoding. Adobe Technical Note 5177, appendix C.
   */
  private end(): void {
    const { stack, table } = this;
    this.hasEnded = true;
    if (stack.length < 4) return;
    const [dx, dy, base, accent] = stack.slice(-4);
    const glyphs = [base, accent].map((code) => table.glyphOfName(standardName(code)));
    if (!this.mayJoin || glyphs.includes(null)) return;
    const [lower, upper] = glyphs.map((glyph) => drawGlyph(table, glyph as number, this.work, false));
    this.close();
    for (const command of lower) this.path.push(command);
    for (const command of upper) this.path.push(shiftCommand(command, dx, dy));
  }
}

function shiftCommand(command: PathCommand, dx: number, dy: number): PathCommand {
  if (command.type === 'Z') return command;
  const [x, y] = [command.x + dx, command.y + dy];
  if (command.type === 'Q') return { ...command, x1: command.x1 + dx, y1: command.y1 + dy, x, y };
  if (command.type !== 'C') return { ...command, x, y };
  const { x1, y1, x2, y2 } = command;
  return { ...command, x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy, x, y };
}

/**
 * Runs of consecutive codes in the Standard Encoding whose string ids (SIDs) are consecutive too. Each run is given by its first code,
 * number of codes, first SID. Adobe Technical Note 5176, appendix B.
 */
const standardRuns: readonly (readonly [code: number, count: number, name: number])[] = [
  [32, 95, 1],
  [161, 15, 96],
  [177, 4, 111],
  [182, 8, 115],
  [191, 1, 123],
  [193, 8, 124],
  [202, 2, 132],
  [205, 4, 134],
  [225, 1, 138],
  [227, 1, 139],
  [232, 4, 140],
  [241, 1, 144],
  [245, 1, 145],
  [248, 4, 146],
];

function standardName(code: number): number {
  const run = standardRuns.find(([first, count]) => code >= first && code < first + count);
  return run ? run[2] + code - run[0] : -1;
}
