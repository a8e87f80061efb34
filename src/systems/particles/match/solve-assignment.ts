/** Arrays that `solveAssignment` works in, for up to `size` rows. */
export class AssignmentSolver {
  /** [size · size] cost of row r with column c at r · n + c; the caller fills it for n rows. */
  readonly costs: Float64Array;
  /** [size] column of each row: in, an assignment to start from; out, the cheapest. */
  readonly columnOfRow: Int32Array;
  private readonly rowOfColumn: Int32Array;
  private readonly rowPrice: Float64Array;
  private readonly columnPrice: Float64Array;
  private readonly distance: Float64Array;
  private readonly parent: Int32Array;
  /** Columns: those done first, then the rest. */
  private readonly order: Int32Array;

  constructor(size: number) {
    this.costs = new Float64Array(size * size);
    this.columnOfRow = new Int32Array(size);
    this.rowOfColumn = new Int32Array(size);
    this.rowPrice = new Float64Array(size);
    this.columnPrice = new Float64Array(size);
    this.distance = new Float64Array(size);
    this.parent = new Int32Array(size);
    this.order = new Int32Array(size);
  }

  /** Exact: shortest augmenting paths (Jonker & Volgenant 1987) */
  solve(n: number): void {
    const { costs, columnOfRow, rowOfColumn, rowPrice, columnPrice } = this;
    // Column reduction, then rows take their cheapest free columns.
    for (let c = 0; c < n; c++) {
      let least = Infinity;
      for (let r = 0, at = c; r < n; r++, at += n) if (costs[at] < least) least = costs[at];
      columnPrice[c] = least;
      rowOfColumn[c] = -1;
    }
    for (let r = 0; r < n; r++) {
      columnOfRow[r] = -1;
      rowPrice[r] = 0;
    }
    // augmenting row reduction
    const free: number[] = [];
    for (let r = 0; r < n; r++) free.push(r);
    for (let pass = 0; pass < 2; pass++) {
      const rows = free.splice(0);
      let budget = 20 * n;
      for (let q = 0; q < rows.length; q++) {
        const r = rows[q];
        let first = Infinity,
          second = Infinity,
          c1 = -1,
          c2 = -1;
        for (let c = 0, at = r * n; c < n; c++, at++) {
          const h = costs[at] - columnPrice[c];
          if (h < second) {
            if (h < first) {
              second = first;
              c2 = c1;
              first = h;
              c1 = c;
            } else {
              second = h;
              c2 = c;
            }
          }
        }
        if (n === 1) {
          second = first;
        }
        let owner = rowOfColumn[c1];
        if (first < second) columnPrice[c1] -= second - first;
        else if (owner >= 0 && c2 >= 0) {
          c1 = c2;
          owner = rowOfColumn[c1];
        }
        rowOfColumn[c1] = r;
        columnOfRow[r] = c1;
        if (owner >= 0) {
          columnOfRow[owner] = -1;
          if (first < second && budget-- > 0) rows[q--] = owner;
          else free.push(owner);
        }
      }
    }
    for (const r of free) this.augment(r, n);
  }

  private augment(row: number, n: number): void {
    const { costs, columnOfRow, rowOfColumn, columnPrice, distance, parent, order } = this;
    for (let c = 0; c < n; c++) {
      order[c] = c;
      distance[c] = costs[row * n + c] - columnPrice[c];
      parent[c] = row;
    }
    let done = 0;
    let end = -1;
    let reach = 0;
    while (end < 0) {
      let best = done;
      let least = distance[order[done]];
      for (let k = done + 1; k < n; k++) {
        const d = distance[order[k]];
        if (d < least) {
          least = d;
          best = k;
        }
      }
      const column = order[best];
      order[best] = order[done];
      order[done++] = column;
      reach = least;
      const r = rowOfColumn[column];
      if (r < 0) {
        end = column;
        break;
      }
      const at = r * n;
      const base = least - (costs[at + column] - columnPrice[column]);
      for (let k = done; k < n; k++) {
        const c = order[k];
        const d = base + costs[at + c] - columnPrice[c];
        if (d < distance[c]) {
          distance[c] = d;
          parent[c] = r;
        }
      }
    }
    for (let k = 0; k < done - 1; k++) {
      const c = order[k];
      columnPrice[c] += distance[c] - reach;
    }
    let c = end;
    for (;;) {
      const r = parent[c];
      rowOfColumn[c] = r;
      const next = columnOfRow[r];
      columnOfRow[r] = c;
      if (r === row) break;
      c = next;
    }
  }
}
