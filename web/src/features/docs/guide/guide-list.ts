export interface ListedPage {
  /** Of its file in docs/guide, and of its address. */
  readonly name: string
  readonly title: string
  /** For search engines. */
  readonly description: string
}

export const OVERVIEW: ListedPage = {
  name: 'README',
  title: 'Integration guide',
  description:
    'Collect UPI payments from your own shop or app: create an order, check its status, and receive a signed webhook.',
}

/** The pages of the guide in their order; docs/guide/README.md links the same ones. */
export const GUIDE_GROUPS: readonly { readonly title: string; readonly pages: readonly ListedPage[] }[] = [
  {
    title: 'Start',
    pages: [
      {
        name: 'quickstart',
        title: 'Five-minute quickstart',
        description: 'From the test key to a signed webhook in eight steps, without a bank account.',
      },
      {
        name: 'orders',
        title: 'Orders',
        description: 'Create an order, check its status, and repeat a call safely.',
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        description: 'Format, signature and retries of webhooks, and complete receivers in five languages.',
      },
      {
        name: 'errors',
        title: 'Errors and limits',
        description: 'Every status code with what to do, the limits of the API, and what to remember.',
      },
    ],
  },
  {
    title: 'Test and go live',
    pages: [
      {
        name: 'test-mode',
        title: 'Test mode and the simulator',
        description: 'Pay, decline, pay late, twice or the wrong amount, by hand or from your own tests.',
      },
      {
        name: 'going-live',
        title: 'Going live',
        description: 'What to change and what to check before the first real payment.',
      },
      {
        name: 'connecting-an-account',
        title: 'Connecting an account',
        description: 'Your UPI ID, how payments are detected, reusable links and shop counters.',
      },
      {
        name: 'accounting',
        title: 'The accountant’s month',
        description: 'A month for Tally, Zoho Books and GSTR-1, and tax invoices of your own sales.',
      },
    ],
  },
  {
    title: 'Libraries and shops',
    pages: [
      {
        name: 'sdk',
        title: 'SDK and command line',
        description: 'The typed package for JavaScript and TypeScript, and webhooks on your own machine.',
      },
      {
        name: 'woocommerce',
        title: 'WooCommerce',
        description: 'Take UPI payments in a WooCommerce shop with a plugin, without code.',
      },
      {
        name: 'moving',
        title: 'Moving from another gateway',
        description: 'Clients of UPIGateway, EKQR and CutePe work with a new host name and key.',
      },
      {
        name: 'other-systems',
        title: 'WHMCS, Paymenter and ERPNext',
        description: 'Take UPI payments in WHMCS, Paymenter and ERPNext.',
      },
    ],
  },
  {
    title: 'Reference',
    pages: [
      {
        name: 'api',
        title: 'API reference',
        description: 'Every call of the API with its fields, limits, replies and errors, in four languages.',
      },
      {
        name: 'self-hosting',
        title: 'Self-hosting',
        description: 'Run Galla yourself: one command, and the settings for production.',
      },
    ],
  },
]

export const GUIDE_PAGES: readonly ListedPage[] = GUIDE_GROUPS.flatMap(({ pages }) => pages)
