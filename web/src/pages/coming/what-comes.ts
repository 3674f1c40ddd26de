import { paths } from '../../paths.ts'

/** What will stand at the addresses that are known but not built yet. Said plainly, promised nothing. */
export const DASHBOARD_SECTIONS: Record<string, { title: string; text: string }> = {
  [paths.kyc]: {
    title: 'KYC',
    text: 'Here you will upload your identity documents and follow their review.',
  },
}
