// What exit codes mean, and the error that says what an operator can mend.

export const exitCodes = { well: 0, target: 1, operator: 2, ours: 3 } as const;

/** Something the operator can mend, said in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
