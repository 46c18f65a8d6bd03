import { render } from 'preact';
import { configureApi } from './api/request.js';
import { App } from './shell/app.js';
import { type AppDefinition, configureApp } from './shell/app-definition.js';
import { configureTexts } from './text/index.js';

export const startPage = (app: AppDefinition): void => {
  configureTexts(app.texts);
  configureApi(app.apiBase);
  configureApp(app);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
};
