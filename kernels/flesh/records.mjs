// Records of flesh that host and kernel use. The build generates the code of both from this file. See kernels/README.md.

/** name: [type, value, meaning] */
export const constants = {
  stripWidth: ['i32', 16, 'Vectors in a strip.'],
  inputCount: ['i32', 12, 'Inputs of the transfer matrix: see `FleshPart.transfer`.'],
};

/** name: { meaning, fields: [name, type, count, unit, meaning] } */
export const records = {
  filterPart: {
    meaning: 'One part in the table of `filter`. All arrays are float64 and 16-byte aligned.',
    fields: [
      ['rowLength', 'i32', 1, '', 'Length of a row: the number of modes, rounded up to an even number.'],
      ['coefficients', 'pointer', 1, '8 rows', 'Contribution of q, v, f0, f1 to the new q, then to the new v: see `tabulateFilter`.'],
      ['transfer', 'pointer', 1, '12 rows', 'Negated modal force of one unit of each input.'],
      ['inputs', 'pointer', 1, '', 'Address of the FilterInputsRecord.'],
      ['state', 'pointer', 1, '2 rows', 'q and its velocity. The filter overwrites them.'],
      ['forces', 'pointer', 1, '2 rows', 'Buffer that is valid only within one call.'],
    ],
  },
  filterInputs: {
    meaning: 'Inputs of one part over a step.',
    fields: [
      ['start', 'f64', 12, '', 'Inputs at the start of the step.'],
      ['end', 'f64', 12, '', 'Inputs at the end of the step.'],
      ['inverseMaxForce', 'f64', 1, '√kg⁻¹ s²/m', '1 / the maximum length of the modal forces. 0: no limit.'],
      ['overload', 'f64', 1, '', 'Written by the filter: length of the modal forces at the end of the step, relative to the maximum. 0 without a limit.'],
    ],
  },
};
