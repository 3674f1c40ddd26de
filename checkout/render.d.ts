import type { PageRenderer } from './src/page-view.ts'

export const renderPage: PageRenderer['renderPage']
export const renderLink: PageRenderer['renderLink']
export const renderView: PageRenderer['renderView']
export const pageScript: PageRenderer['pageScript']
export const pageStyleHash: PageRenderer['pageStyleHash']
export const textIn: PageRenderer['textIn']
export const claimAnswerIn: PageRenderer['claimAnswerIn']
export const refusalIn: PageRenderer['refusalIn']
export const linkStyleHash: PageRenderer['linkStyleHash']
