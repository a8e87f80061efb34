/** Addresses of files that Vite includes in the build. */
declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*.css';
