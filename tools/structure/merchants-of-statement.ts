import { type Output, type Relation, relationOf, renamed } from './sql-relation.ts'
import {
  aliasOf,
  at,
  children,
  fieldsOf,
  list,
  namesColumn,
  parseStatements,
  partsOf,
  type Tree,
  tree,
} from './sql-tree.ts'

/** A merchant's table as a statement names it. */
export interface NamedTable {
  readonly table: string
  /**
   * What a condition ties it to, directly or by another table: one merchant that is given, the merchants of given rows (`unnest`), or
   * nothing.
   */
  readonly merchant: 'one' | 'rows' | 'all'
  readonly isWritten: boolean
  readonly isInserted?: boolean
  readonly isLocked: boolean
  readonly isLimited: boolean
}

/** Columns that are equal to each other are joined into one class; the given values are the class GIVEN. */
const GIVEN = 0
const MERCHANT = 'merchant_id'

interface Scope {
  readonly relations: Relation[]
  readonly outer: Scope | undefined
  readonly queries: ReadonlyMap<string, readonly Output[]>
  readonly isLimited: boolean
}

/**
 * Lists the merchants' tables that a statement names.
 * @throws where PostgreSQL's parser refuses the text
 */
export const tablesOfStatement = (text: string, merchantTables: ReadonlySet<string>): NamedTable[] => {
  return parseStatements(text).flatMap((statement) => new Reader(merchantTables).read(statement))
}

class Reader {
  private readonly parents = [GIVEN]
  private readonly found: (Omit<NamedTable, 'merchant'> & { readonly own: number })[] = []
  /** The columns of given rows. */
  private readonly rows: number[] = []
  private readonly merchantTables: ReadonlySet<string>

  constructor(merchantTables: ReadonlySet<string>) {
    this.merchantTables = merchantTables
  }

  read(statement: Tree): NamedTable[] {
    this.query(statement, { relations: [], outer: undefined, queries: new Map(), isLimited: false })
    const given = this.root(GIVEN)
    const rows = new Set(this.rows.map((each) => this.root(each)))
    return this.found.map(({ own, ...table }) => {
      const root = this.root(own)
      return { ...table, merchant: root === given ? 'one' : rows.has(root) ? 'rows' : 'all' }
    })
  }

  private create(): number {
    return this.parents.push(this.parents.length) - 1
  }

  private root(of: number): number {
    const parent = this.parents[of] ?? of
    return parent === of ? of : this.root(parent)
  }

  private join(some: readonly number[], others: readonly number[]): void {
    for (const one of some) for (const other of others) this.parents[this.root(one)] = this.root(other)
  }

  /** Any statement; its outputs are the columns that it selects or returns. */
  private query(statement: Tree, scope: Scope): readonly Output[] {
    const [[kind, body] = ['', {}]] = Object.entries(statement) as [string, Tree][]
    if (kind === 'SelectStmt') return this.select(body, scope)
    const inner = this.withQueries(body, scope)
    if (kind === 'InsertStmt') return this.insert(body, inner)
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') {
      const target = this.table(tree(at(body, 'relation')) ?? {}, inner, { isWritten: true, isLocked: false })
      inner.relations.push(target)
      for (const from of list(body[kind === 'UpdateStmt' ? 'fromClause' : 'usingClause']))
        this.from(from, inner, false)
      this.condition(at(body, 'whereClause'), inner)
      this.subqueries(list(at(body, 'targetList')), inner)
      return this.outputs(list(at(body, 'returningList')), inner)
    }
    return []
  }

  private select(body: Tree, scope: Scope): readonly Output[] {
    const isLimited = scope.isLimited || at(body, 'limitCount') !== undefined
    if (at(body, 'larg') !== undefined) {
      const inner = this.withQueries(body, { ...scope, isLimited })
      const left = this.select(tree(at(body, 'larg')) ?? {}, { ...inner, relations: [] })
      const right = this.select(tree(at(body, 'rarg')) ?? {}, { ...inner, relations: [] })
      return left.map(({ name, classes }, n) => ({
        name,
        classes: [...classes, ...(right[n]?.classes ?? [])],
      }))
    }
    const inner = this.withQueries(body, { ...scope, isLimited })
    const isLocked = at(body, 'lockingClause') !== undefined
    for (const from of list(at(body, 'fromClause'))) this.from(from, inner, isLocked)
    this.condition(at(body, 'whereClause'), inner)
    this.subqueries([at(body, 'havingClause'), at(body, 'limitCount'), at(body, 'sortClause')], inner)
    return this.outputs(list(at(body, 'targetList')), inner)
  }

  private insert(body: Tree, scope: Scope): readonly Output[] {
    const use = { isWritten: true, isInserted: true, isLocked: false }
    const target = this.table(tree(at(body, 'relation')) ?? {}, scope, use)
    const place = list(at(body, 'cols')).findIndex((each) => at(each, 'ResTarget', 'name') === MERCHANT)
    const source = tree(at(body, 'selectStmt', 'SelectStmt'))
    const rows = list(at(source, 'valuesLists'))
    for (const row of rows) {
      const value = list(at(row, 'List', 'items'))[place]
      if (value !== undefined) this.join(target.column(MERCHANT), this.classesOf(value, scope))
    }
    this.subqueries([rows, at(body, 'onConflictClause')], scope)
    if (source !== undefined && rows.length === 0) {
      const outputs = this.select(source, scope)
      const output =
        place < 0 ? (outputs.find(({ name }) => name === MERCHANT) ?? outputs[0]) : outputs[place]
      this.join(target.column(MERCHANT), output?.classes ?? [])
    }
    scope.relations.push(target)
    return this.outputs(list(at(body, 'returningList')), scope)
  }

  /** Reads the queries of WITH, and opens the scope of the statement that they belong to. */
  private withQueries(body: Tree, outer: Scope): Scope {
    const queries = new Map(outer.queries)
    const scope: Scope = { relations: [], outer, queries, isLimited: outer.isLimited }
    for (const each of list(at(body, 'withClause', 'ctes'))) {
      const { ctename, ctequery, aliascolnames } = tree(at(each, 'CommonTableExpr')) ?? {}
      // A recursive query names itself before it is read.
      queries.set(String(ctename), [])
      const outputs = this.query(tree(ctequery) ?? {}, { ...scope, relations: [] })
      queries.set(String(ctename), renamed(outputs, aliascolnames))
    }
    return scope
  }

  private from(item: Tree, scope: Scope, isLocked: boolean): void {
    const { JoinExpr: joined, RangeSubselect: subselect, RangeFunction: called } = item
    if (at(item, 'RangeVar') !== undefined)
      scope.relations.push(
        this.table(tree(at(item, 'RangeVar')) ?? {}, scope, { isWritten: false, isLocked }),
      )
    if (joined !== undefined) {
      const { larg, rarg, quals, usingClause } = tree(joined) ?? {}
      this.from(tree(larg) ?? {}, scope, isLocked)
      const left = [...scope.relations]
      this.from(tree(rarg) ?? {}, scope, isLocked)
      if (list(usingClause).some((each) => at(each, 'String', 'sval') === MERCHANT))
        for (const right of scope.relations.slice(left.length))
          for (const one of left) this.join(one.column(MERCHANT), right.column(MERCHANT))
      this.condition(quals, scope)
    }
    if (subselect !== undefined) {
      const { subquery, alias } = tree(subselect) ?? {}
      const outputs = this.query(tree(subquery) ?? {}, { ...scope, relations: [], outer: scope })
      scope.relations.push(relationOf(aliasOf(alias), renamed(outputs, at(alias, 'colnames'))))
    }
    if (called !== undefined) {
      this.subqueries([called], scope)
      scope.relations.push(this.unknown(aliasOf(at(called, 'alias')), this.rows))
    }
  }

  private table(
    range: Tree,
    scope: Scope,
    use: Pick<NamedTable, 'isWritten' | 'isInserted' | 'isLocked'>,
  ): Relation {
    const name = String(at(range, 'relname'))
    const alias = aliasOf(at(range, 'alias')) || name
    const query = use.isWritten ? undefined : scope.queries.get(name)
    if (query !== undefined) return relationOf(alias, query)
    if (!this.merchantTables.has(name)) return this.unknown(alias)
    const own = this.create()
    this.found.push({ table: name, own, isLimited: scope.isLimited, ...use })
    return relationOf(alias, [{ name: MERCHANT, classes: [own] }])
  }

  /** A relation whose columns are unknown: each that is named gets a class. */
  private unknown(alias: string, classes: number[] = []): Relation {
    const columns = new Map<string, number[]>()
    const column = (name: string): readonly number[] => {
      const known = columns.get(name) ?? [this.create()]
      columns.set(name, known)
      classes.push(...known)
      return known
    }
    return { alias, column, outputs: () => [{ name: MERCHANT, classes: column(MERCHANT) }] }
  }

  private outputs(targets: readonly Tree[], scope: Scope): readonly Output[] {
    return targets.flatMap((target): readonly Output[] => {
      const { name, val } = tree(at(target, 'ResTarget')) ?? {}
      const fields = fieldsOf(val)
      if (fields?.at(-1) === '*')
        return scope.relations
          .filter(({ alias }) => fields.length === 1 || alias === fields[0])
          .flatMap((relation) => relation.outputs())
      const classes = this.classesOf(tree(val) ?? {}, scope)
      return [{ name: typeof name === 'string' ? name : fields?.at(-1), classes }]
    })
  }

  /** Reads what must be true of each row. */
  private condition(value: unknown, scope: Scope): void {
    const { BoolExpr: bool, A_Expr: operation, SubLink: link } = tree(value) ?? {}
    const { boolop, args } = tree(bool) ?? {}
    if (boolop === 'AND_EXPR') {
      for (const each of list(args)) this.condition(each, scope)
      return
    }
    const { kind, name, lexpr, rexpr } = tree(operation) ?? {}
    const operator = at(list(name)[0], 'String', 'sval')
    if (kind === 'AEXPR_OP_ANY' && operator === '=' && !namesColumn(rexpr)) {
      // The merchants are given: one of them where tables are distributed.
      this.join(this.classesOf(tree(lexpr) ?? {}, scope), [GIVEN])
      return
    }
    if (kind === 'AEXPR_OP' && operator === '=') {
      this.equal(tree(lexpr) ?? {}, tree(rexpr) ?? {}, scope)
      return
    }
    const { subLinkType, testexpr, subselect } = tree(link) ?? {}
    if (subLinkType === 'ANY_SUBLINK') {
      const outputs = this.query(tree(subselect) ?? {}, { ...scope, relations: [], outer: scope })
      for (const [n, each] of partsOf(tree(testexpr) ?? {}).entries())
        this.join(this.classesOf(each, scope), outputs[n]?.classes ?? [])
      return
    }
    this.subqueries([value], scope)
  }

  private equal(left: Tree, right: Tree, scope: Scope): void {
    const rights = partsOf(right)
    for (const [n, each] of partsOf(left).entries()) {
      const other = rights[n]
      if (other !== undefined) this.join(this.classesOf(each, scope), this.classesOf(other, scope))
    }
  }

  private subqueries(values: readonly unknown[], scope: Scope): void {
    for (const value of values) {
      const link = tree(at(value, 'SubLink'))
      if (link === undefined) this.subqueries(children(value), scope)
      else {
        this.query(tree(at(link, 'subselect')) ?? {}, { ...scope, relations: [], outer: scope })
        this.subqueries([at(link, 'testexpr')], scope)
      }
    }
  }

  /** The classes of the columns that an expression is, or GIVEN where it names no column. */
  private classesOf(expression: Tree, scope: Scope): readonly number[] {
    const { TypeCast: cast, SubLink: link } = expression
    if (cast !== undefined) return this.classesOf(tree(at(cast, 'arg')) ?? {}, scope)
    const fields = fieldsOf(expression)
    if (fields !== undefined) return this.column(fields, scope)
    if (at(link, 'subLinkType') === 'EXPR_SUBLINK') {
      const subselect = tree(at(link, 'subselect')) ?? {}
      return this.query(subselect, { ...scope, relations: [], outer: scope })[0]?.classes ?? []
    }
    this.subqueries([expression], scope)
    return namesColumn(expression) ? [] : [GIVEN]
  }

  private column(fields: readonly string[], scope: Scope | undefined): readonly number[] {
    // A relation from outside: the surrounding statement is checked separately.
    if (scope === undefined) return fields.length > 1 ? [GIVEN] : []
    const name = fields.at(-1) ?? ''
    const known = scope.relations.filter(({ alias }) => fields.length === 1 || alias === fields[0])
    const classes = known.flatMap((relation) => relation.column(name))
    return known.length > 0 && (fields.length > 1 || classes.length > 0)
      ? classes
      : this.column(fields, scope.outer)
  }
}
