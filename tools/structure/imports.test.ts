import { describeRules, importing, type RuleCase, X } from './structure-harness.ts'

const IMPORTS: RuleCase[] = [
  {
    rule: 'the web app does not look into the server',
    bad: { 'web/src/a.ts': importing('../../server/src/app.ts'), 'server/src/app.ts': X },
    finding: 'web/src/a.ts:1: web imports ../../server/src/app.ts of server',
    good: { 'web/src/a.ts': importing('@galla/contract/orders'), 'contract/src/orders.ts': X },
  },
  {
    rule: 'the web app does not look into the payment page',
    bad: { 'web/src/a.ts': importing('@galla/checkout/page') },
    finding: 'web/src/a.ts:1: web imports @galla/checkout/page of checkout',
    good: { 'server/src/orders/page-routes.tsx': importing('@galla/checkout/page') },
  },
  {
    rule: 'a type is an import too',
    bad: { 'upi/src/a.ts': "import type { x } from '@galla/contract/orders'\nexport type Y = x\n" },
    finding: 'upi/src/a.ts:1: upi imports @galla/contract/orders of contract',
    good: { 'contract/src/a.ts': "import type { x } from '@galla/upi/vpa'\nexport type Y = x\n" },
  },
  {
    rule: 'a dynamic import is an import too',
    bad: { 'contract/src/a.ts': "export const x = await import('../../server/src/app.ts')\n" },
    finding: 'contract/src/a.ts:1: contract imports',
    good: { 'bench/a.ts': "export const x = await import('../server/src/app.ts')\n" },
  },
  {
    rule: 'a workspace with a package name is imported by it',
    bad: { 'server/src/app.ts': importing('../../upi/src/vpa.ts') },
    finding: 'server/src/app.ts:1: a path into upi',
    good: { 'server/src/app.ts': importing('@galla/upi/vpa') },
  },
  {
    rule: 'the SDK looks nowhere, its tests at the contract',
    bad: { 'sdk/src/a.ts': importing('@galla/contract/webhook') },
    finding: 'sdk/src/a.ts:1: sdk imports @galla/contract/webhook',
    good: { 'sdk/src/a.test.ts': importing('@galla/contract/webhook') },
  },
  {
    rule: 'a pure workspace does no I/O',
    bad: { 'upi/src/a.ts': importing('node:fs') },
    finding: 'upi/src/a.ts:1: node:fs where there is no Node',
    good: { 'upi/src/a.test.ts': importing('node:fs') },
  },
  {
    rule: 'the driver is spoken to in platform only',
    bad: { 'server/src/orders/order-store.ts': importing('pg') },
    finding: 'server/src/orders/order-store.ts:1: pg imported here',
    good: { 'server/src/platform/database/database.ts': importing('pg') },
  },
]

const LAYERS: RuleCase[] = [
  {
    rule: 'platform knows no feature',
    bad: { 'server/src/platform/a.ts': importing('../orders/order.ts'), 'server/src/orders/order.ts': X },
    finding: 'server/src/platform/a.ts:1: platform imports ../orders/order.ts',
    good: { 'server/src/orders/a.ts': importing('../platform/clock.ts'), 'server/src/platform/clock.ts': X },
  },
  {
    rule: 'platform knows only how the contract speaks',
    bad: { 'server/src/platform/a.ts': importing('@galla/contract/orders') },
    finding: 'server/src/platform/a.ts:1: platform imports @galla/contract/orders',
    good: { 'server/src/platform/a.ts': importing('@galla/contract/refusals') },
  },
  {
    rule: 'a feature does not call the layer above',
    bad: { 'server/src/orders/a.ts': importing('../app.ts'), 'server/src/app.ts': X },
    finding: 'server/src/orders/a.ts:1: a feature imports ../app.ts above it',
    good: { 'server/src/app.ts': importing('./orders/a.ts'), 'server/src/orders/a.ts': X },
  },
  {
    rule: 'a feature imports only those before it',
    bad: { 'server/src/webhooks/a.ts': importing('../orders/order.ts'), 'server/src/orders/order.ts': X },
    finding: 'server/src/webhooks/a.ts:1: webhooks imports ../orders/order.ts of orders, which is above',
    good: { 'server/src/orders/a.ts': importing('../webhooks/event.ts'), 'server/src/webhooks/event.ts': X },
  },
  {
    rule: 'every folder of the server is a feature of the list',
    bad: { 'server/src/extras/a.ts': X },
    finding: 'server/src/extras/a.ts:1: extras is not a feature',
    good: { 'server/src/kyc/a.ts': X },
  },
  {
    rule: 'only three files stand beside app.ts',
    bad: { 'server/src/wiring.ts': X },
    finding: 'server/src/wiring.ts:1: a file beside app.ts',
    good: { 'server/src/features.ts': X },
  },
  {
    rule: 'only features.ts imports the wiring of a feature',
    bad: { 'server/src/kyc/a.ts': importing('./kyc-feature.ts'), 'server/src/kyc/kyc-feature.ts': X },
    finding: 'server/src/kyc/a.ts:1: use case imports feature',
    good: { 'server/src/features.ts': importing('./kyc/kyc-feature.ts'), 'server/src/kyc/kyc-feature.ts': X },
  },
  {
    rule: 'the wiring of a feature leaves SQL to use cases',
    bad: { 'server/src/kyc/kyc-feature.ts': importing('./a-store.ts'), 'server/src/kyc/a-store.ts': X },
    finding: 'server/src/kyc/kyc-feature.ts:1: feature imports store',
    good: { 'server/src/kyc/kyc-feature.ts': importing('./a-routes.ts'), 'server/src/kyc/a-routes.ts': X },
  },
  {
    rule: 'HTTP does not speak SQL',
    bad: { 'server/src/orders/a-routes.ts': importing('./a-store.ts'), 'server/src/orders/a-store.ts': X },
    finding: 'server/src/orders/a-routes.ts:1: routes imports store',
    good: { 'server/src/orders/a-routes.ts': importing('./settle.ts'), 'server/src/orders/settle.ts': X },
  },
  {
    rule: 'SQL does not call a use case, recognised by what it imports',
    bad: {
      'server/src/orders/a-store.ts': importing('./settle.ts'),
      'server/src/orders/settle.ts': importing('../platform/clock.ts'),
      'server/src/platform/clock.ts': X,
    },
    finding: 'server/src/orders/a-store.ts:1: store imports use case',
    good: {
      'server/src/orders/a-store.ts': importing('./order.ts'),
      'server/src/orders/order.ts': importing('@galla/contract/orders'),
    },
  },
  {
    rule: 'a use case is not called through another file either',
    bad: {
      'server/src/orders/a-store.ts': importing('./between.ts'),
      'server/src/orders/between.ts': importing('./settle.ts'),
      'server/src/orders/settle.ts': importing('./b-store.ts'),
      'server/src/orders/b-store.ts': X,
    },
    finding: 'server/src/orders/a-store.ts:1: store imports use case: ./between.ts',
    good: {
      'server/src/orders/a.ts': importing('./settle.ts'),
      'server/src/orders/settle.ts': importing('./b-store.ts'),
      'server/src/orders/b-store.ts': X,
    },
  },
  {
    rule: 'only routes render pages',
    bad: { 'server/src/orders/open-order.ts': importing('@galla/checkout/page') },
    finding: 'server/src/orders/open-order.ts:1: use case imports @galla/checkout/page',
    good: { 'server/src/payment-page/page-routes.ts': importing('@galla/checkout/page') },
  },
]

const CIRCLES: RuleCase[] = [
  {
    rule: 'folders of the web app do not import each other, though their files make no circle',
    bad: {
      'web/src/api/a.ts': importing('../session/b.ts'),
      'web/src/session/b.ts': X,
      'web/src/session/c.ts': importing('../api/d.ts'),
      'web/src/api/d.ts': X,
    },
    finding: 'web/src/api/a.ts:1: a circle of imports: web/src/api -> web/src/session -> web/src/api',
    good: {
      'web/src/api/a.ts': X,
      'web/src/session/b.ts': importing('../api/a.ts'),
      'web/src/session/c.ts': importing('../api/d.ts'),
      'web/src/api/d.ts': X,
    },
  },
  {
    rule: 'a folder imports no file beside it that needs the folder; a type counts',
    bad: {
      'web/src/a.ts': "import type { x } from './b/c.ts'\nexport type Y = x\n",
      'web/src/b/c.ts': X,
      'web/src/b/d.ts': importing('../a.ts'),
    },
    finding: 'web/src/a.ts:1: a circle of imports: web/src/a.ts -> web/src/b -> web/src/a.ts',
    good: {
      'web/src/a.ts': importing('./b/c.ts'),
      'web/src/b/c.ts': X,
      'web/src/b/d.ts': importing('../e.ts'),
      'web/src/e.ts': X,
    },
  },
]

describeRules('imports between workspaces', IMPORTS)
describeRules('layers of the server', LAYERS)
describeRules('circles in the web app', CIRCLES)
