import { createElement } from 'react'
import { GUIDE_PAGES, type ListedPage, OVERVIEW } from '../features/docs/guide/guide-list.ts'
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

const TEXTS = import.meta.glob<object>(['../../../docs/guide/*.md', '../features/company/*.md'])

/** A page whose component shows a text; the text is a module of its own, with the props of the component. */
const pageOfText = (
  page: PageModule,
  file: string,
  props: object = {},
): Pick<PublicPage, 'source' | 'load'> => ({
  source: [page.source, file],
  load: async () => {
    const loadText = TEXTS[`../${file}`]
    if (loadText === undefined) throw new Error(`there is no ${file}`)
    const [Page, text] = await Promise.all([page.load(), loadText()])
    return () => createElement<object>(Page, { ...props, ...text })
  },
})

const guidePageOf = ({ name, title, description }: ListedPage): PublicPage => ({
  path: guidePath(name),
  title: `${title} · Galla`,
  description,
  ...pageOfText(pageIn('docs/guide/guide'), `../../docs/guide/${name}.md`),
})

/** About the company; the file has the name of the address. */
const articleAt = (path: string, name: string, description: string): PublicPage => ({
  path,
  title: `${name} · Galla`,
  description,
  ...pageOfText(pageIn('company/article'), `features/company${path}.md`, { name }),
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
  articleAt(
    paths.about,
    'About',
    'What Galla is, how it detects your payments, and why it never holds your money.',
  ),
  articleAt(paths.careers, 'Careers', 'Working on Galla: open positions, and how to contribute.'),
  articleAt(paths.blog, 'Blog', 'How Galla is built, and the measurements behind it.'),
  articleAt(
    paths.privacy,
    'Privacy',
    'Which data Galla stores, who can see it, how long it is kept, and what is not collected.',
  ),
  articleAt(
    paths.terms,
    'Terms',
    'The terms of use of Galla: the service, your account, plans, refunds and liability.',
  ),
  articleAt(paths.security, 'Security', 'How Galla protects accounts, API keys and payments.'),
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
