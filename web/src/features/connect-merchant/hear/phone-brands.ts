import { t } from '../../../locales/translate.ts'

/** Where the switches are that keep an app working in the background. */
export const PHONE_BRANDS = [
  {
    name: 'Xiaomi, Redmi, POCO',
    steps: t('Hold the app, App info: Autostart on, Battery saver: No restrictions.'),
  },
  {
    name: 'Samsung',
    steps: t('Hold the app, App info, Battery: Unrestricted.'),
  },
  {
    name: 'Vivo, iQOO',
    steps: t('Settings, Battery, Background power use: allow the app. Settings, Apps, Autostart: on.'),
  },
  {
    name: 'Oppo, Realme, OnePlus',
    steps: t('Hold the app, App info, Battery usage: Allow background activity, Allow auto launch.'),
  },
  {
    name: t('Another phone'),
    steps: t('Settings, Apps, the app, Battery: Unrestricted.'),
  },
] as const
