import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export default defineConfig({
  root: fromRoot('demo/web'),
  cacheDir: fromRoot('node_modules/.cache/vite-demo'),
  clearScreen: false,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  server: { fs: { allow: ['demo', 'src', 'node_modules'].map(fromRoot) } },
  optimizeDeps: {
    // All of them, because one that is found later makes the open page reload, also in the middle of a test.
    include: [
      '@reduxjs/toolkit',
      'big.js',
      'bippy',
      'content-disposition',
      'dom-accessibility-api',
      'http-link-header',
      'idb-keyval',
      'react',
      'react-dom/client',
      'react-redux',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'reselect',
      'temporal-polyfill',
    ],
  },
})
