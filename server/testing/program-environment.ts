const { PATH, NODE_COMPILE_CACHE } = process.env

/** What the real program gets besides its settings, and nothing else of the machine's: a start with the cache takes half the time. */
export const PROGRAM_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE }
