import type { ApiDetails } from '@galla/contract/api-details'
import { Panel } from '../../parts/panel.tsx'
import { API_BASE, fullUrl } from '../../paths.ts'
import { useUser } from '../../session.tsx'
import css from './api-documentation-page.module.css'
import { CodeSample } from './code-sample.tsx'
import {
  checkWithCurl,
  checkWithNode,
  createWithCurl,
  createWithNode,
  verifyWithNode,
} from './quick-start-code.ts'

export function QuickStart({ details }: { details: ApiDetails }) {
  const { mode } = useUser()
  // A live key is not spread over the screen; the copied code wants it pasted in.
  const place = { apiUrl: fullUrl(API_BASE), key: mode === 'test' ? details.apiKey : 'YOUR_LIVE_API_KEY' }
  return (
    <Panel
      title="Quick start"
      note={
        mode === 'test'
          ? 'Your test key is filled in: paste a command into a terminal and it works.'
          : 'Put your live API key in place of YOUR_LIVE_API_KEY.'
      }
    >
      <ol className={css.steps}>
        <li>
          <h3>Create an order</h3>
          <p>
            The reply has <code>order_id</code> and <code>payment_url</code>. The client_txn_id must be
            unique; the payment URL expires in 5 minutes unless you send <code>expires_in</code> (seconds).
          </p>
          <CodeSample
            what="Create an order"
            samples={{ curl: createWithCurl(place), 'Node.js': createWithNode(place) }}
          />
        </li>
        <li>
          <h3>Check its status</h3>
          <p>
            <code>status</code> is created, pending, success or failed. Ask before you deliver: a redirect
            alone proves nothing.
          </p>
          <CodeSample
            what="Check the status"
            samples={{ curl: checkWithCurl(place), 'Node.js': checkWithNode(place) }}
          />
        </li>
        <li>
          <h3>Verify the webhook</h3>
          <p>
            Check the signature over the exact body, then answer 200. Anything else is sent again, for three
            days.
          </p>
          <CodeSample what="Verify the webhook" samples={{ 'Node.js': verifyWithNode() }} />
        </li>
      </ol>
    </Panel>
  )
}
