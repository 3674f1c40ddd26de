import { IconExternalLink } from 'virtual:icons'
import { Box, Button, Group } from '@mantine/core'
import { CopyButton } from '../../components/display/copy-button.tsx'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { Fact } from './detail/order-facts.tsx'
import type { Order } from './detail/order-history.ts'

/** Where the customer pays, where he goes then, and what the shop's own program wrote on the order. */
export function OrderLink({ order }: { order: Order }) {
  const udf = order.udf.map((text, i) => ({ name: `udf${i + 1}`, text })).filter(({ text }) => text !== '')
  return (
    <DetailSection title="Payment link">
      <Box
        component="p"
        mb="sm"
        py={9}
        px="sm"
        bdrs="sm"
        bg="var(--galla-sunken)"
        ff="monospace"
        fz="sm"
        className="breaks"
      >
        {order.paymentUrl}
      </Box>
      <Group gap="xs" mb="sm">
        <CopyButton text={order.paymentUrl} label="Copy payment link" />
        <Button
          component="a"
          href={order.paymentUrl}
          target="_blank"
          rel="noreferrer"
          variant="default"
          h={40}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          Payment page
        </Button>
      </Group>
      <dl>
        <Fact name="Redirect URL" copy={order.redirectUrl}>
          {order.redirectUrl}
        </Fact>
        {udf.map(({ name, text }) => (
          <Fact key={name} name={name} copy={text}>
            {text}
          </Fact>
        ))}
      </dl>
    </DetailSection>
  )
}
