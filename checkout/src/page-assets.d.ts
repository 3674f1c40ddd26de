/** Made by checkout/vite.config.ts: the browser script and the style sheet, built and hashed. */
declare module 'virtual:page-assets' {
  export const script: { path: string; body: string }
  export const style: { text: string; hash: string }
  export const linkStyle: { text: string; hash: string }
}
