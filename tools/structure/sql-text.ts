import type { Node, Program, TemplateLiteral } from 'oxc-parser'
import { walk } from './source.ts'

interface Scope {
  /** Arguments of the calls around. */
  readonly given: ReadonlyMap<string, Bound>
  readonly local: ReadonlyMap<string, Node>
}

interface Bound {
  readonly node: Node
  readonly scope: Scope
}

/** Which side of every conditional part is read. */
type Side = 'consequent' | 'alternate'

/** Writes the SQL of a file's templates, each part of the same file in its place. Any other value is a parameter. */
export interface SqlTexts {
  /** Each text that the template may have. */
  textsOf(template: TemplateLiteral, statement: Node | undefined): readonly string[]
  /** Whether a part has been put into a statement. */
  isPlaced(template: TemplateLiteral): boolean
}

/** The constants in a statement of the file, those of its functions included. */
const constantsIn = (statement: Node | undefined): ReadonlyMap<string, Node> => {
  const constants = new Map<string, Node>()
  if (statement !== undefined)
    walk(statement, (node) => {
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
        constants.set(node.id.name, node.init)
    })
  return constants
}

/** The constants of the file itself. */
const constantsOf = ({ body }: Program): ReadonlyMap<string, Bound> => {
  const constants = new Map<string, Bound>()
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    const scope = { given: new Map(), local: constantsIn(statement) }
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, { node: init, scope })
  }
  return constants
}

export const sqlTexts = (program: Program): SqlTexts => {
  const ofFile = constantsOf(program)
  const placed = new Set<TemplateLiteral>()

  const find = (name: string, scope: Scope): Bound | undefined => {
    const local = scope.local.get(name)
    return scope.given.get(name) ?? (local && { node: local, scope }) ?? ofFile.get(name)
  }

  /** The SQL of an expression that is a part. */
  const partOf = (node: Node | undefined, scope: Scope, side: Side): string | undefined => {
    if (
      node?.type === 'TaggedTemplateExpression' &&
      node.tag.type === 'Identifier' &&
      node.tag.name === 'part'
    ) {
      placed.add(node.quasi)
      return write(node.quasi, scope, side)
    }
    if (node?.type === 'ConditionalExpression') return partOf(node[side], scope, side)
    if (node?.type === 'Identifier') {
      const found = find(node.name, scope)
      // A parameter may be passed on under its own name.
      return found && found.node !== node ? partOf(found.node, found.scope, side) : undefined
    }
    if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
    const called = find(node.callee.name, scope)
    if (called?.node.type !== 'ArrowFunctionExpression') return undefined
    const given = new Map(called.scope.given)
    for (const [n, parameter] of called.node.params.entries()) {
      const argument = node.arguments[n]
      if (parameter.type === 'Identifier' && argument) given.set(parameter.name, { node: argument, scope })
    }
    return partOf(called.node.body, { given, local: called.scope.local }, side)
  }

  const write = ({ quasis, expressions }: TemplateLiteral, scope: Scope, side: Side): string =>
    quasis
      .map(
        ({ value }, n) =>
          `${n === 0 ? '' : (partOf(expressions[n - 1], scope, side) ?? `$${n}`)}${value.cooked}`,
      )
      .join('')

  return {
    textsOf(template, statement) {
      const scope = { given: new Map(), local: constantsIn(statement) }
      const sides = ['consequent', 'alternate'] as const
      return [...new Set(sides.map((side) => write(template, scope, side)))]
    },
    isPlaced: (template) => placed.has(template),
  }
}
