import { PLUGIN_PATH } from '@galla/contract/woocommerce-plugin'
import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { WOOCOMMERCE } from './chapter-anchors.ts'
import { useGuide } from './guide/guide-context.tsx'
import { GuideSection } from './guide/guide-section.tsx'

/** The set-up for WooCommerce shops, without code. */
export function WooCommerce() {
  const { origin } = useGuide()
  return (
    <GuideSection {...WOOCOMMERCE}>
      <p>
        WooCommerce shops need no code. The plugin supports the classic checkout and the block checkout, with
        orders stored as posts or in their own tables (HPOS). The shop's currency must be INR.
      </p>
      <Stack component="ol" gap="xs" maw="74ch" pl={20}>
        <li>
          Download <a href={PLUGIN_PATH}>galla-woocommerce.zip</a>. Your Galla serves the version that matches
          it.
        </li>
        <li>
          In WordPress, choose Plugins, Add New, Upload Plugin. Upload the file and activate Galla UPI for
          WooCommerce.
        </li>
        <li>
          Under WooCommerce, Settings, Payments, Galla UPI, enter <code>{origin}</code>, and your API key and
          signing secret from <Link to={paths.apiDocumentation}>API Documentation</Link>. When you save, the
          plugin checks them.
        </li>
        <li>
          Copy the webhook URL from these settings, save it on API Documentation, and press Send test there.
        </li>
        <li>
          Buy something with the test key. The checkout shows a Test mode badge, and the payment page leads to
          the simulator. Then replace the test key with your live key.
        </li>
      </Stack>
      <p>
        The plugin completes an order once, and only if the exact amount was paid. If the amount is different,
        it puts the order on hold and adds a note. If a second payment arrives, it adds a note, and you decide
        what to do.
      </p>
    </GuideSection>
  )
}
