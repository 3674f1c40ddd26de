import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { lazyPage } from './components/layout/lazy-page.tsx'
import { type Language, language } from './locales/language.ts'
import { paths, startPath } from './paths.ts'
import { DASHBOARD_PAGES } from './prerender/dashboard-pages.ts'
import { pageIn } from './prerender/page-module.ts'
import { NOT_FOUND_PAGE, PUBLIC_PAGES, publicPageAt } from './prerender/public-pages.ts'
import { storedUser } from './session/logged-in-record.ts'
import { ownShop } from './session/own-shop.ts'
import { useSession } from './session/session.tsx'
import { EmptyFrame } from './shell/empty-frame.tsx'
import { LoadingScreen } from './shell/loading-screen.tsx'
import { PageHead } from './shell/page-head.tsx'
import { PublicShell } from './shell/public-shell.tsx'

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

const DashboardShell = lazyPage(async () => (await import('./shell/dashboard-shell.tsx')).DashboardShell)
const OperatorShell = lazyPage(async () => (await import('./shell/operator-shell.tsx')).OperatorShell)
const CounterScreen = lazyPage(
  async () => (await import('./features/counter/counter-screen.tsx')).CounterScreen,
)
if (startPath() === paths.counter) void CounterScreen.prepare()

/** Pages of the website that no search engine lists. */
const UNLISTED_PAGES = (
  [
    [paths.simulator, 'simulator/simulator'],
    [paths.outbox, 'outbox/outbox'],
    [paths.resetPassword, 'reset-password/reset-password'],
    [paths.confirmEmail, 'email-change/confirm-email'],
    [paths.restoreEmail, 'email-change/restore-email'],
    [paths.join, 'login/join'],
    [paths.setup, 'setup/setup'],
  ] as const
).map(([path, file]) => [path, lazyPage(pageIn(file).load)] as const)

const OPERATOR_PAGES = (
  [
    [paths.operator, 'operator/now'],
    [paths.operatorKyc, 'operator/kyc/kyc'],
    [paths.operatorMerchants, 'operator/merchants'],
    [paths.operatorMerchant, 'operator/merchant'],
    [paths.operatorPlans, 'operator/plans'],
    [paths.operatorAttention, 'operator/attention'],
    [paths.operatorWebhooks, 'operator/webhooks'],
    [paths.operatorJobs, 'operator/jobs'],
    [paths.operatorAudit, 'operator/audit'],
    [paths.operatorSystem, 'operator/system'],
    [paths.operatorSetup, 'operator/setup/checks'],
  ] as const
).map(([path, file]) => [path, inEnglish(lazyPage(pageIn(file).load))] as const)

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
        {UNLISTED_PAGES.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
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
