import { describeRules, importing, type RuleCase, X } from './structure-harness.ts'

/** Written in two parts, so that this file doesn't break the rules it tests. */
const UNFINISHED = `${'TO'}${'DO'}`
const MACHINE_PATH = `/${'home'}/someone/galla`

const LINKS_AND_TEXTS: RuleCase[] = [
  {
    rule: 'an href comes from paths.ts',
    bad: { 'web/src/a.tsx': 'export const A = () => <Link to="/orders">x</Link>\n' },
    finding: 'web/src/a.tsx:1: the address /orders written out',
    good: { 'web/src/a.tsx': 'export const A = () => <Link to={paths.orders}>x</Link>\n' },
  },
  {
    rule: 'nor is it put together',
    bad: { 'web/src/a.tsx': 'export const a = (id: string) => navigate(`/pay/$' + '{id}`)\n' },
    finding: 'web/src/a.tsx:1: the address /pay/ written out',
    good: { 'web/src/paths.ts': 'export const a = (id: string) => `/pay/$' + '{id}`\n' },
  },
  {
    rule: 'pages never import pages',
    bad: { 'web/src/features/a.tsx': importing('./b.tsx'), 'web/src/pages/b.tsx': X },
    finding: 'web/src/features/a.tsx:1: the page a.tsx imports the page b.tsx',
    good: { 'web/src/features/a/a.tsx': importing('./b.tsx'), 'web/src/pages/a/b.tsx': X },
  },
  {
    rule: 'every dialog is the one that gives the focus back',
    bad: { 'web/src/features/a.tsx': 'export const A = () => <Modal opened>x</Modal>\n' },
    finding: 'web/src/features/a.tsx:1: a Modal, which may not give the focus back',
    good: { 'web/src/components/overlay/dialog.tsx': 'export const A = () => <Modal opened>x</Modal>\n' },
  },
  {
    rule: 'every drawer is the one that gives the focus back',
    bad: { 'web/src/components/overlay/dialog.tsx': 'export const A = () => <Drawer opened>x</Drawer>\n' },
    finding: 'web/src/components/overlay/dialog.tsx:1: a Drawer, which may not give the focus back',
    good: {
      'web/src/components/overlay/side-drawer.tsx': 'export const A = () => <Drawer opened>x</Drawer>\n',
    },
  },
  {
    rule: 'nothing is left for later',
    bad: { 'upi/src/a.ts': `${X}// ${UNFINISHED}: the rest\n` },
    finding: 'upi/src/a.ts:2: an unfinished note',
    good: { 'upi/src/a.ts': `export const x = '${UNFINISHED}'\n` },
  },
  {
    rule: 'SQL included',
    bad: { 'server/migrations/0001-a.sql': `select 1; -- ${UNFINISHED}\n` },
    finding: 'server/migrations/0001-a.sql:1: an unfinished note',
    good: { 'server/migrations/0001-a.sql': 'select 1; -- one\n' },
  },
  {
    rule: 'the compiler is not silenced',
    bad: { 'upi/src/a.ts': `// @ts-${'ignore'}\n${X}` },
    finding: 'upi/src/a.ts:1: a silenced compiler',
    good: { 'upi/src/a.ts': `// the compiler sees it\n${X}` },
  },
  {
    rule: 'no document names a path of one machine',
    bad: { 'docs/a.md': `See\n${MACHINE_PATH}/x.md\n` },
    finding: 'docs/a.md:2: a path of one machine',
    good: { 'docs/a.md': 'See docs/b.md and the page /home\n' },
  },
]

describeRules('links and texts', LINKS_AND_TEXTS)
