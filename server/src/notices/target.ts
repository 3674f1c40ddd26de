import type { NoticeLanguage, NoticeWay } from '@galla/contract/notices/notices'

export type TargetWay = Exclude<NoticeWay, 'email'>

/** A browser or a chat. */
export interface TargetKey {
  readonly merchantId: string
  readonly targetId: string
}

export interface ClaimedTarget extends TargetKey {
  readonly lease: string
  readonly way: TargetWay
  readonly language: NoticeLanguage
  readonly addressSealed: Buffer
  /** Before this attempt. */
  readonly failures: number
}
