import { render } from 'preact';
import { type AppDefinition, configureApp } from './app-definition.js';
import { App } from './shell/app.js';

export const startPage = (app: AppDefinition): void => {
  configureApp(app);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
};
