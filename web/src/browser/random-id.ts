const BYTES = 16

/** A random id of 32 hexadecimal digits. `crypto.randomUUID` does not exist on pages served over plain HTTP. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
