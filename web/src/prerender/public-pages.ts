import { type ComponentType, createElement } from 'react'
import { GUIDE_PAGES, type ListedPage, OVERVIEW } from '../features/docs/guide/guide-list.ts'
import type { GuidePage } from '../features/docs/guide/guide-shape.ts'
import { t } from '../locales/translate.ts'
import { guidePath, paths } from '../paths.ts'

/** A public page, prerendered to HTML by the build, so that it is readable without a script. */
export interface PublicPage {
  readonly path: string
  /** The title of the tab and of search results; unique. */
  readonly title: string
  readonly description: string
  /** The modules that `load` imports, below src/: the HTML preloads their styles and scripts. */
  readonly source: string | readonly string[]
  readonly load: () => Promise<ComponentType>
  /** For login and similar pages: logged-in visitors see the landing page instead. */
  readonly loggedOutOnly?: true
  /** The canonical address of the same page, for search engines. */
  readonly sameAs?: string
}

const home = {
  title: 'Galla · UPI payments by QR code, straight to your account',
  description:
    'Collect UPI payments by QR code and app links at a 0% transaction fee. The money goes straight to your own account, and you know immediately when it arrives.',
  source: 'features/home/home-page.tsx',
  load: async () => (await import('../features/home/home-page.tsx')).HomePage,
} as const

const GUIDE_FILES = import.meta.glob<{ page: GuidePage }>('../../../docs/guide/*.md')

/** One component shows every page of the guide; its text is a module of its own. */
const guidePageOf = ({ name, title, description }: ListedPage): PublicPage => ({
  path: guidePath(name),
  title: `${title} · Galla`,
  description,
  source: ['features/docs/guide/guide-page.tsx', `../../docs/guide/${name}.md`],
  load: async () => {
    const file = GUIDE_FILES[`../../../docs/guide/${name}.md`]
    if (file === undefined) throw new Error(`the guide has no ${name}.md`)
    const [{ GuidePage }, { page }] = await Promise.all([
      import('../features/docs/guide/guide-page.tsx'),
      file(),
    ])
    return () => createElement(GuidePage, { page })
  },
})

/** Every public page except /simulator and /pay/…. Routes, prerendered HTML and the sitemap derive from this list. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: paths.home, ...home },
  { path: paths.homeToo, sameAs: paths.home, ...home },
  {
    path: paths.ownShop,
    sameAs: paths.home,
    title: t('Our shop · Galla'),
    description: 'Payments by UPI, straight to our own account.',
    source: 'features/own-shop/own-shop-page.tsx',
    load: async () => (await import('../features/own-shop/own-shop-page.tsx')).OwnShopPage,
  },
  {
    path: paths.features,
    title: 'Features · Galla',
    description:
      'Branded payment pages, smart retry, 24/7 verification, instant settlement, 99.9% uptime and developer-friendly APIs.',
    source: 'features/features/features-page.tsx',
    load: async () => (await import('../features/features/features-page.tsx')).FeaturesPage,
  },
  {
    path: paths.pricing,
    title: 'Pricing · Galla',
    description:
      'Three plans with different numbers of QR requests, for 28 or 84 days, from ₹999. Each has a 0% transaction fee and no amount limit.',
    source: 'features/pricing/pricing-page.tsx',
    load: async () => (await import('../features/pricing/pricing-page.tsx')).PricingPage,
  },
  {
    path: paths.contact,
    title: 'Contact · Galla',
    description: 'How to reach us, our business hours, and a contact form.',
    source: 'features/contact/contact-page.tsx',
    load: async () => (await import('../features/contact/contact-page.tsx')).ContactPage,
  },
  {
    path: paths.login,
    title: t('Login · Galla'),
    description: 'Sign in to Galla to see your orders and payments.',
    source: 'features/login/login-page.tsx',
    load: async () => (await import('../features/login/login-page.tsx')).LoginPage,
    loggedOutOnly: true,
  },
  {
    path: paths.register,
    title: t('Register · Galla'),
    description: 'Create a Galla account and start in test mode without a bank account.',
    source: 'features/register/register-page.tsx',
    load: async () => (await import('../features/register/register-page.tsx')).RegisterPage,
    loggedOutOnly: true,
  },
  {
    path: paths.forgotPassword,
    title: t('Forgot your password? · Galla'),
    description: 'Request a link to set a new password for your Galla account.',
    source: 'features/forgot-password/forgot-password-page.tsx',
    load: async () =>
      (await import('../features/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  ...[OVERVIEW, ...GUIDE_PAGES].map(guidePageOf),
  {
    path: paths.about,
    title: 'About · Galla',
    description: 'What Galla is, how it detects your payments, and why it never holds your money.',
    source: 'features/company/about-page.tsx',
    load: async () => (await import('../features/company/about-page.tsx')).AboutPage,
  },
  {
    path: paths.careers,
    title: 'Careers · Galla',
    description: 'Working on Galla: open positions, and how to contribute.',
    source: 'features/company/careers-page.tsx',
    load: async () => (await import('../features/company/careers-page.tsx')).CareersPage,
  },
  {
    path: paths.blog,
    title: 'Blog · Galla',
    description: 'How Galla is built, and the measurements behind it.',
    source: 'features/company/blog-page.tsx',
    load: async () => (await import('../features/company/blog-page.tsx')).BlogPage,
  },
  {
    path: paths.privacy,
    title: 'Privacy · Galla',
    description: 'Which data Galla stores, who can see it, how long it is kept, and what is not collected.',
    source: 'features/company/privacy-page.tsx',
    load: async () => (await import('../features/company/privacy-page.tsx')).PrivacyPage,
  },
  {
    path: paths.terms,
    title: 'Terms · Galla',
    description: 'The terms of use of Galla: the service, your account, plans, refunds and liability.',
    source: 'features/company/terms-page.tsx',
    load: async () => (await import('../features/company/terms-page.tsx')).TermsPage,
  },
  {
    path: paths.security,
    title: 'Security · Galla',
    description: 'How Galla protects accounts, API keys and payments.',
    source: 'features/company/security-page.tsx',
    load: async () => (await import('../features/company/security-page.tsx')).SecurityPage,
  },
  {
    path: paths.legal,
    title: 'Is this legal? · Galla',
    description:
      'What the rules of UPI, tax and privacy in India say about collecting with Galla, with sources and dates.',
    source: 'features/company/legal-page.tsx',
    load: async () => (await import('../features/company/legal-page.tsx')).LegalPage,
  },
]

export const NOT_FOUND_PAGE = {
  title: 'Page not found · Galla',
  description: 'There is no page at this address.',
  source: 'features/not-found/not-found-page.tsx',
  load: async () => (await import('../features/not-found/not-found-page.tsx')).NotFoundPage,
} as const satisfies Omit<PublicPage, 'path'>

/** Returns the public page at a path, with or without a trailing slash. */
export const publicPageAt = (pathname: string): PublicPage | undefined =>
  PUBLIC_PAGES.find(({ path }) => path === (pathname.replace(/(?<!\/)\/+$/, '') || paths.home))
