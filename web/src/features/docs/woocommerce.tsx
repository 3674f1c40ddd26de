import { PLUGIN_PATH } from '@galla/contract/woocommerce-plugin'
import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useGuide } from './guide/guide-context.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { WOOCOMMERCE } from './places.ts'

/** For shops that run WooCommerce: no code to write. */
export function WooCommerce() {
  const { origin } = useGuide()
  return (
    <GuideSection {...WOOCOMMERCE}>
      <p>
        A shop that runs WooCommerce needs no code: there is a plugin, for the classic checkout and the block
        checkout, with orders in posts or in their own tables (HPOS). The shop's currency must be INR.
      </p>
      <Stack component="ol" gap="xs" maw="74ch" pl={20}>
        <li>
          Download <a href={PLUGIN_PATH}>galla-woocommerce.zip</a>. This Galla serves the plugin that fits it.
        </li>
        <li>
          In WordPress choose Plugins, Add New, Upload Plugin, give it the file, and activate Galla UPI for
          WooCommerce.
        </li>
        <li>
          Under WooCommerce, Settings, Payments, Galla UPI enter <code>{origin}</code>, your API key and the
          signing secret, from <Link to={paths.apiDocumentation}>API Documentation</Link>. Saving says whether
          they work.
        </li>
        <li>
          Save the webhook URL that those settings show on API Documentation, and press Send test there.
        </li>
        <li>
          Buy something with the test key. The checkout shows a Test mode badge, and the payment page leads to
          the simulator. Then put the live key in its place.
        </li>
      </Stack>
      <p>
        A paid order is completed once, and only for what it costs. Another amount puts it on hold with a
        note, and a second payment is noted: you decide.
      </p>
    </GuideSection>
  )
}
