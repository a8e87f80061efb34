/** Addresses of files that Vite puts into the build. */
declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*.css';
