// What the workers of the page take for granted, beyond the types of TypeScript.

declare const SITE: {
  version: string;
  files: Record<string, {size: number; hash: string; type: string; sent: number; isPacked: boolean}>;
  library: string;
  plan: any;
};
declare module "*/pyodide.mjs";

// One of the workers is a service worker.
interface WorkerGlobalScope {
  readonly clients: Clients;
  skipWaiting(): Promise<void>;
}
interface Event {
  readonly data?: any;
  readonly request?: any;
  respondWith?: any;
  waitUntil?: any;
}
