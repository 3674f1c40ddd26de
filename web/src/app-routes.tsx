import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { paths } from './paths.ts'
import { useSession } from './session.tsx'
import { PleaseWait } from './shell/please-wait.tsx'
import { PublicShell } from './shell/public-shell.tsx'

/** A page's code comes when it is shown, except that of the address the app starts at: that one comes at once. */
const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  path?: string,
) => {
  if (path === window.location.pathname) void load()
  return lazy(async () => ({ default: (await load())[name] }))
}

const DashboardShell = page(() => import('./shell/dashboard-shell.tsx'), 'DashboardShell')
const HomePage = page(() => import('./pages/home/home-page.tsx'), 'HomePage')
const LoginPage = page(() => import('./pages/login/login-page.tsx'), 'LoginPage')
const RegisterPage = page(() => import('./pages/register/register-page.tsx'), 'RegisterPage')
const ComingPage = page(() => import('./pages/coming/coming-page.tsx'), 'ComingPage')
const ComingSection = page(() => import('./pages/coming/coming-section.tsx'), 'ComingSection')
const NotFoundPage = page(() => import('./pages/not-found/not-found-page.tsx'), 'NotFoundPage')
const SimulatorPage = page(() => import('./pages/simulator/simulator-page.tsx'), 'SimulatorPage')
const ProfilePage = page(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage', paths.dashboard)
const OrdersPage = page(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage', paths.orders)
const PaymentLinkPage = page(
  () => import('./pages/payment-link/payment-link-page.tsx'),
  'PaymentLinkPage',
  paths.paymentLink,
)
const ApiDocumentationPage = page(
  () => import('./pages/api-documentation/api-documentation-page.tsx'),
  'ApiDocumentationPage',
  paths.apiDocumentation,
)

/** Login and Register are for the logged-out; everybody else sees the landing page at the same address. */
function LoggedOutOnly({ Page }: { Page: ComponentType }) {
  const { user } = useSession()
  return user === undefined ? <Page /> : <HomePage />
}

const COMING_PAGES = [
  paths.features,
  paths.pricing,
  paths.contact,
  paths.forgotPassword,
  paths.docs,
  paths.apiReference,
  paths.about,
  paths.careers,
  paths.blog,
  paths.privacy,
  paths.terms,
  paths.security,
]
const COMING_SECTIONS = [paths.connectMerchant, paths.manageSubscription, paths.newSubscription, paths.kyc]

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicShell />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.homeToo} element={<HomePage />} />
        <Route path={paths.login} element={<LoggedOutOnly Page={LoginPage} />} />
        <Route path={paths.register} element={<LoggedOutOnly Page={RegisterPage} />} />
        <Route path={paths.simulator} element={<SimulatorPage />} />
        {COMING_PAGES.map((path) => (
          <Route key={path} path={path} element={<ComingPage />} />
        ))}
        <Route path={paths.connectMerchantToo} element={<Navigate to={paths.connectMerchant} replace />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<PleaseWait />}>
            <DashboardShell />
          </Suspense>
        }
      >
        <Route path={paths.dashboard} element={<ProfilePage />} />
        <Route path={paths.orders} element={<OrdersPage />} />
        <Route path={paths.paymentLink} element={<PaymentLinkPage />} />
        <Route path={paths.apiDocumentation} element={<ApiDocumentationPage />} />
        {COMING_SECTIONS.map((path) => (
          <Route key={path} path={path} element={<ComingSection />} />
        ))}
        <Route path={`${paths.dashboard}/*`} element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
