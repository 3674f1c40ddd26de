import { createElement } from 'react'
import { GUIDE_PAGES, type ListedPage, OVERVIEW } from '../features/docs/guide/guide-list.ts'
import type { GuidePage } from '../features/docs/guide/guide-shape.ts'
import { t } from '../locales/translate.ts'
import { guidePath, paths } from '../paths.ts'
import { type PageModule, pageIn } from './page-module.ts'

/** A public page, prerendered to HTML by the build, so that it is readable without a script. */
export interface PublicPage extends Pick<PageModule, 'load'> {
  readonly path: string
  /** The title of the tab and of search results; unique. */
  readonly title: string
  readonly description: string
  readonly source: PageModule['source'] | readonly string[]
  /** For login and similar pages: logged-in visitors see the landing page instead. */
  readonly loggedOutOnly?: true
  /** The canonical address of the same page, for search engines. */
  readonly sameAs?: string
}

const home = {
  title: 'Galla · UPI payments by QR code, straight to your account',
  description:
    'Collect UPI payments by QR code and app links at a 0% transaction fee. The money goes straight to your own account, and you know immediately when it arrives.',
  ...pageIn('home/home'),
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
    ...pageIn('own-shop/own-shop'),
  },
  {
    path: paths.features,
    title: 'Features · Galla',
    description:
      'Branded payment pages, smart retry, 24/7 verification, instant settlement, 99.9% uptime and developer-friendly APIs.',
    ...pageIn('features/features'),
  },
  {
    path: paths.pricing,
    title: 'Pricing · Galla',
    description:
      'Three plans with different numbers of QR requests, for 28 or 84 days, from ₹999. Each has a 0% transaction fee and no amount limit.',
    ...pageIn('pricing/pricing'),
  },
  {
    path: paths.contact,
    title: 'Contact · Galla',
    description: 'How to reach us, our business hours, and a contact form.',
    ...pageIn('contact/contact'),
  },
  {
    path: paths.login,
    title: t('Login · Galla'),
    description: 'Sign in to Galla to see your orders and payments.',
    ...pageIn('login/login'),
    loggedOutOnly: true,
  },
  {
    path: paths.register,
    title: t('Register · Galla'),
    description: 'Create a Galla account and start in test mode without a bank account.',
    ...pageIn('register/register'),
    loggedOutOnly: true,
  },
  {
    path: paths.forgotPassword,
    title: t('Forgot your password? · Galla'),
    description: 'Request a link to set a new password for your Galla account.',
    ...pageIn('forgot-password/forgot-password'),
  },
  ...[OVERVIEW, ...GUIDE_PAGES].map(guidePageOf),
  {
    path: paths.about,
    title: 'About · Galla',
    description: 'What Galla is, how it detects your payments, and why it never holds your money.',
    ...pageIn('company/about'),
  },
  {
    path: paths.careers,
    title: 'Careers · Galla',
    description: 'Working on Galla: open positions, and how to contribute.',
    ...pageIn('company/careers'),
  },
  {
    path: paths.blog,
    title: 'Blog · Galla',
    description: 'How Galla is built, and the measurements behind it.',
    ...pageIn('company/blog'),
  },
  {
    path: paths.privacy,
    title: 'Privacy · Galla',
    description: 'Which data Galla stores, who can see it, how long it is kept, and what is not collected.',
    ...pageIn('company/privacy'),
  },
  {
    path: paths.terms,
    title: 'Terms · Galla',
    description: 'The terms of use of Galla: the service, your account, plans, refunds and liability.',
    ...pageIn('company/terms'),
  },
  {
    path: paths.security,
    title: 'Security · Galla',
    description: 'How Galla protects accounts, API keys and payments.',
    ...pageIn('company/security'),
  },
  {
    path: paths.legal,
    title: 'Is this legal? · Galla',
    description:
      'What the rules of UPI, tax and privacy in India say about collecting with Galla, with sources and dates.',
    ...pageIn('company/legal'),
  },
]

export const NOT_FOUND_PAGE = {
  title: 'Page not found · Galla',
  description: 'There is no page at this address.',
  ...pageIn('not-found/not-found'),
} as const satisfies Omit<PublicPage, 'path'>

/** Returns the public page at a path, with or without a trailing slash. */
export const publicPageAt = (pathname: string): PublicPage | undefined =>
  PUBLIC_PAGES.find(({ path }) => path === (pathname.replace(/(?<!\/)\/+$/, '') || paths.home))
