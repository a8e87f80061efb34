import { InputError, type InputFault } from '../../input-error.ts';

const shownFaults = 5;

/** Collects faults of one kind. As a broken file may have thousands, only the first few are listed, and the others are counted. */
export class FaultList {
  private readonly name: string;
  private readonly faults: InputFault[] = [];
  private count = 0;

  /** name: name of the file, with which every fault begins. */
  constructor(name: string) {
    this.name = name;
  }

  add(message: string): void {
    if (this.count++ < shownFaults) this.faults.push({ path: this.name, message });
  }

  /** Throws InputError if there are faults. */
  throwAny(): void {
    const more = this.count - this.faults.length;
    if (more > 0) this.faults.push({ path: this.name, message: `${more} more like these` });
    if (this.count > 0) throw new InputError(this.faults);
  }
}
