/** Writes amounts as text: JSON has no integers of their size. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, (_name, item) => (typeof item === 'bigint' ? item.toString() : item))
