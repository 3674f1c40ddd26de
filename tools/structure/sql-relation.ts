import { at, list } from './sql-tree.ts'

/** A column that a query gives, with the classes of equal columns that it belongs to. */
export interface Output {
  readonly name: string | undefined
  readonly classes: readonly number[]
}
/** Something to select from. */
export interface Relation {
  readonly alias: string
  readonly outputs: () => readonly Output[]
  readonly column: (name: string) => readonly number[]
}

export const relationOf = (alias: string, outputs: readonly Output[]): Relation => ({
  alias,
  outputs: () => outputs,
  column: (name) => outputs.filter((output) => output.name === name).flatMap(({ classes }) => classes),
})

export const renamed = (outputs: readonly Output[], names: unknown): readonly Output[] =>
  outputs.map(({ name, classes }, n) => {
    const given = at(list(names)[n], 'String', 'sval')
    return { name: typeof given === 'string' ? given : name, classes }
  })
