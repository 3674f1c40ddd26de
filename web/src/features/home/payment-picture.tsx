import { IconBrandWhatsapp, IconCheck } from 'virtual:icons'
import { Center, Group, Stack, Text } from '@mantine/core'
import { Seal } from '../../components/feedback/seal.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import sampleCode from '../../components/site/sample-code.svg'
import { t } from '../../locales/translate.ts'
import css from './payment-picture.module.css'

/** An illustration of the payment page, without interactive elements. */
export function PaymentPicture() {
  return (
    <Center pos="relative" w="100%" maw={540} mx="auto" pt="md" pb={36} aria-hidden="true">
      <Stack
        gap={0}
        align="center"
        w={290}
        p="lg"
        bdrs={28}
        bg="var(--galla-background)"
        className={css.phone}
      >
        <Group gap={10} wrap="nowrap" w="100%">
          <Seal tone="created" size={38} round fz="sm">
            CC
          </Seal>
          <TwoLines first="Chai Corner" second="chaicorner@gallatest" />
        </Group>
        <Text fz={36} fw={700} lts="-0.02em" mt="md" mb="sm" className="tabular">
          ₹499.00
        </Text>
        <img className={css.code} src={sampleCode} width={168} height={168} alt="" />
        <Text c="dimmed" fz="xs" mt="sm" mb={10}>
          {t('Scan QR code using any UPI app')}
        </Text>
        <ToneBadge tone="pending">{t('Expires in {time}', { time: '4:38' })}</ToneBadge>
      </Stack>
      <Group gap={10} wrap="nowrap" className={`${css.label} ${css.paid}`}>
        <Seal tone="success" size={32} round>
          <IconCheck size={18} stroke={3} />
        </Seal>
        <TwoLines
          first={t('{amount} received', { amount: '₹499.00' })}
          second={t('Order paid, webhook delivered')}
        />
      </Group>
      <Group gap={10} c="var(--galla-success)" fw={600} className={`${css.label} ${css.shared}`}>
        <IconBrandWhatsapp size={18} />
        {t('Link shared')}
      </Group>
    </Center>
  )
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <div>
      <Text fw={700}>{first}</Text>
      <Text c="dimmed" fz="xs">
        {second}
      </Text>
    </div>
  )
}
