import type { WEBHOOK_FORMAT_CHOICES } from '@galla/contract/api-keys/api-details'

export type FormatChoice = (typeof WEBHOOK_FORMAT_CHOICES)[number]

export const FORMATS = {
  auto: {
    label: 'Automatic',
    means:
      'The webhook of each order has the format of the API that created it: JSON for our own calls, a form for calls in the format of UPIGateway, EKQR or CutePe.',
  },
  standard: {
    label: 'Standard JSON',
    means: 'Signed JSON with every field, as the guide below describes. The right one for new receivers.',
  },
  ekqr: {
    label: 'UPIGateway / EKQR form',
    means:
      'A form in the names and words of EKQR, for receivers that read $_POST. It comes when an order is paid, and at its failure where you turn that on.',
  },
  cutepe: {
    label: 'CutePe form',
    means:
      'A form as the shop plugins of CutePe read it. It comes when an order is paid, and at its failure where you turn that on.',
  },
} as const satisfies Record<FormatChoice, { label: string; means: string }>
