import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/now.css';
import 'uplot/dist/uPlot.min.css';
import './styles/charts.css';
import './styles/orders.css';
import { render } from 'preact';
import { App } from './shell/app.js';

const root = document.getElementById('app');
if (root) render(<App />, root);
