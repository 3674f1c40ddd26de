import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { lazyPage } from './components/layout/lazy-page.tsx'
import { type Language, language } from './locales/language.ts'
import { paths, startPath } from './paths.ts'
import { DASHBOARD_PAGES } from './prerender/dashboard-pages.ts'
import { NOT_FOUND_PAGE, PUBLIC_PAGES, publicPageAt } from './prerender/public-pages.ts'
import { storedUser } from './session/logged-in-record.ts'
import { ownShop } from './session/own-shop.ts'
import { useSession } from './session/session.tsx'
import { EmptyFrame } from './shell/empty-frame.tsx'
import { LoadingScreen } from './shell/loading-screen.tsx'
import { PageHead } from './shell/page-head.tsx'
import { PublicShell } from './shell/public-shell.tsx'

/** A page whose code loads when it is shown; the first page's code loads immediately. */
const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  path?: string,
) => {
  const made = lazyPage(async () => (await load())[name])
  if (path !== undefined && path === startPath()) void made.prepare()
  return made
}

/** Marks a page whose language differs from its frame's, for screen readers. */
function InLanguage({ lang, children }: { lang: Language; children: ReactNode }) {
  return (
    <div lang={lang} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

const inEnglish = (Page: ComponentType) => () => (
  <InLanguage lang="en">
    <Page />
  </InLanguage>
)

const DashboardShell = page(() => import('./shell/dashboard-shell.tsx'), 'DashboardShell')
const SimulatorPage = page(() => import('./features/simulator/simulator-page.tsx'), 'SimulatorPage')
const OutboxPage = page(() => import('./features/outbox/outbox-page.tsx'), 'OutboxPage')
const ResetPasswordPage = page(
  () => import('./features/reset-password/reset-password-page.tsx'),
  'ResetPasswordPage',
)
const ConfirmEmailPage = page(
  () => import('./features/email-change/confirm-email-page.tsx'),
  'ConfirmEmailPage',
)
const RestoreEmailPage = page(
  () => import('./features/email-change/restore-email-page.tsx'),
  'RestoreEmailPage',
)
const JoinPage = page(() => import('./features/login/join-page.tsx'), 'JoinPage')
const SetupPage = page(() => import('./features/setup/setup-page.tsx'), 'SetupPage')
const CounterScreen = page(
  () => import('./features/counter/counter-screen.tsx'),
  'CounterScreen',
  paths.counter,
)

const OperatorShell = page(() => import('./shell/operator-shell.tsx'), 'OperatorShell')
const OPERATOR_PAGES = (
  [
    [paths.operator, page(() => import('./features/operator/now-page.tsx'), 'NowPage')],
    [paths.operatorKyc, page(() => import('./features/operator/kyc/kyc-page.tsx'), 'KycPage')],
    [paths.operatorMerchants, page(() => import('./features/operator/merchants-page.tsx'), 'MerchantsPage')],
    [paths.operatorMerchant, page(() => import('./features/operator/merchant-page.tsx'), 'MerchantPage')],
    [paths.operatorPlans, page(() => import('./features/operator/plans-page.tsx'), 'PlansPage')],
    [paths.operatorAttention, page(() => import('./features/operator/attention-page.tsx'), 'AttentionPage')],
    [paths.operatorWebhooks, page(() => import('./features/operator/webhooks-page.tsx'), 'WebhooksPage')],
    [paths.operatorJobs, page(() => import('./features/operator/jobs-page.tsx'), 'JobsPage')],
    [paths.operatorAudit, page(() => import('./features/operator/audit-page.tsx'), 'AuditPage')],
    [paths.operatorSystem, page(() => import('./features/operator/system-page.tsx'), 'SystemPage')],
    [paths.operatorSetup, page(() => import('./features/operator/setup/checks-page.tsx'), 'ChecksPage')],
  ] as const
).map(([path, Page]) => [path, inEnglish(Page)] as const)

/** The landing page, or that of the one shop that this installation is for. */
const landingPath = (path: string): string => {
  const isLanding = path === paths.home || path === paths.homeToo
  return isLanding && startPath() !== undefined && ownShop() !== undefined ? paths.ownShop : path
}

const dashboardPages = new Map(
  DASHBOARD_PAGES.map(({ path, load, inEnglish: isEnglish }) => {
    const Page = lazyPage(load)
    return [path, { Page: isEnglish ? inEnglish(Page) : Page, prepare: Page.prepare }]
  }),
)

const publicPages = new Map(PUBLIC_PAGES.map((page) => [page.path, { ...page, Page: lazyPage(page.load) }]))
const NotFoundPage = lazyPage(NOT_FOUND_PAGE.load)

/** Loads what the first view needs, so that it replaces the HTML without a placeholder between them. */
export async function preparePage(pathname: string): Promise<void> {
  const inDashboard = dashboardPages.get(pathname)
  if (inDashboard !== undefined) {
    // What does not load is reported on the screen.
    await Promise.allSettled([DashboardShell.prepare(), inDashboard.prepare()])
    return
  }
  const here = publicPages.get(landingPath(publicPageAt(pathname)?.path ?? ''))
  await (here?.Page ?? NotFoundPage).prepare()
  if (here?.loggedOutOnly && storedUser() !== undefined)
    await publicPages.get(landingPath(paths.home))?.Page.prepare()
}

/** Login and Register for logged-out visitors; others see the landing page at the same address. */
function LoggedOutOnly({ path }: { path: string }) {
  const { remembered } = useSession()
  useEffect(() => document.documentElement.removeAttribute('data-logged-in'), [])
  return (
    <div className="logged-out-only">
      <PublicScreen path={remembered === undefined ? path : paths.home} />
    </div>
  )
}

function PublicScreen({ path }: { path: string }) {
  const shown = publicPages.get(landingPath(path))
  if (shown === undefined) throw new Error(`no public page ${path}`)
  const { title, description, Page } = shown
  return (
    <>
      <PageHead title={title} description={description} />
      <Page />
    </>
  )
}

function NotFound() {
  return (
    <InLanguage lang={language}>
      <PageHead title={NOT_FOUND_PAGE.title} description={NOT_FOUND_PAGE.description} />
      <NotFoundPage />
    </InLanguage>
  )
}

export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.counter} element={<CounterScreen />} />
      <Route element={<PublicShell />}>
        {PUBLIC_PAGES.map(({ path, loggedOutOnly }) => (
          <Route
            key={path}
            path={path}
            element={loggedOutOnly ? <LoggedOutOnly path={path} /> : <PublicScreen path={path} />}
          />
        ))}
        <Route path={paths.simulator} element={<SimulatorPage />} />
        <Route path={paths.outbox} element={<OutboxPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.confirmEmail} element={<ConfirmEmailPage />} />
        <Route path={paths.restoreEmail} element={<RestoreEmailPage />} />
        <Route path={paths.join} element={<JoinPage />} />
        <Route path={paths.setup} element={<SetupPage />} />
        <Route path={paths.connectMerchantToo} element={<Navigate to={paths.connectMerchant} replace />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<EmptyFrame />}>
            <DashboardShell />
          </Suspense>
        }
      >
        {[...dashboardPages].map(([path, { Page }]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path={`${paths.dashboard}/*`} element={<NotFound />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<LoadingScreen />}>
            <OperatorShell />
          </Suspense>
        }
      >
        {OPERATOR_PAGES.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path={`${paths.operator}/*`} element={<NotFound />} />
      </Route>
    </Routes>
  )
}
