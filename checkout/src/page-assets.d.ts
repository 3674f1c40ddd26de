/** The bundled browser script and style sheet with their hashes, built by checkout/vite.config.ts. */
declare module 'virtual:page-assets' {
  export const script: { path: string; body: string }
  export const style: { text: string; hash: string }
  export const linkStyle: { text: string; hash: string }
}
