import { IconBrandWhatsapp, IconCheck } from 'virtual:icons'
import { Box, Center, Group, Stack, Text } from '@mantine/core'
import sampleCode from '../../components/site/sample-code.svg'
import css from './payment-picture.module.css'

/** A picture of the payment page, not a page: nothing in it can be paid or pressed. */
export function PaymentPicture() {
  return (
    <Center pos="relative" px={0} pt="md" pb={36} aria-hidden="true">
      <Stack
        gap={0}
        align="center"
        w={290}
        p="lg"
        bg="var(--galla-background)"
        bd="1px solid var(--galla-line)"
        bdrs={28}
        className={css.phone}
      >
        <Group gap={10} wrap="nowrap" className={css.payee} style={{ alignSelf: 'stretch' }}>
          <Center
            component="span"
            w={38}
            h={38}
            bdrs="50%"
            c="var(--galla-accent)"
            bg="var(--galla-created-soft)"
            fz="sm"
            fw={700}
          >
            CC
          </Center>
          <div>
            <strong>Chai Corner</strong>
            <small>chaicorner@gallatest</small>
          </div>
        </Group>
        <Box fz={36} fw={700} lts="-0.02em" mt="md" mb="sm" className="tabular">
          ₹499.00
        </Box>
        <img className={css.code} src={sampleCode} width={168} height={168} alt="" />
        <Text c="dimmed" fz="xs" mt="sm">
          Scan QR code using any UPI app
        </Text>
        <Box
          component="p"
          mt={10}
          py={3}
          px="sm"
          bdrs={12}
          c="var(--galla-pending)"
          bg="var(--galla-pending-soft)"
          fz="xs"
          fw={600}
          className="tabular"
        >
          Expires in 4:38
        </Box>
      </Stack>
      <Group
        gap={10}
        wrap="nowrap"
        pos="absolute"
        py="sm"
        px="md"
        bg="var(--galla-surface)"
        bd="1px solid var(--galla-line)"
        bdrs={14}
        right={0}
        bottom={-34}
        className={css.paid}
      >
        <Center
          component="span"
          w={32}
          h={32}
          bdrs="50%"
          c="var(--galla-success)"
          bg="var(--galla-success-soft)"
        >
          <IconCheck size={18} stroke={3} />
        </Center>
        <div>
          <strong>₹499.00 received</strong>
          <small>Order settled, webhook delivered</small>
        </div>
      </Group>
      <Group
        gap={10}
        wrap="nowrap"
        pos="absolute"
        py={9}
        px={14}
        bg="var(--galla-surface)"
        bd="1px solid var(--galla-line)"
        bdrs={14}
        left={8}
        top={92}
        c="var(--galla-success)"
        fz="sm"
        fw={600}
        className={css.shared}
      >
        <IconBrandWhatsapp size={18} />
        Link shared
      </Group>
    </Center>
  )
}
