declare module '*.md' {
  export const page: import('./guide-shape.ts').GuidePage
}
