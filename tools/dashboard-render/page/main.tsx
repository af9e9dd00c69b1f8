// The page: draws one dashboard when it is asked to, and says what it found wrong.
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import './page.css';
import { createTheme } from '@grafana/data';
import { createRoot } from 'react-dom/client';
import type { Dashboard } from './dashboard-json.ts';
import { DashboardView } from './dashboard-view.tsx';
import { bottomPx, layOut } from './layout.ts';
import { loadPanel } from './panel-data.ts';
import type { Drawing, DrawingReport } from './protocol.ts';
import { timeRangeOf } from './queries.ts';
import { chooseVariables, interpolate, standIns } from './variables.ts';

const marginPx = 16;
const stillMs = 400;

globalThis.drawDashboard = async (drawing: Drawing): Promise<DrawingReport> => {
  const dashboard = drawing.dashboard as Dashboard;
  const theme = createTheme({ colors: { mode: 'dark' } });
  const chosen = await chooseVariables(dashboard, drawing);
  const values = standIns(chosen);
  const replace = (text: string) => replaced(text, values);
  const placed = layOut(dashboard, document.body.clientWidth - 2 * marginPx);
  const panels = await Promise.all(placed.map((each) => loadPanel(each, drawing, values, theme, replace)));
  // Grafana measures its texts before it draws them.
  await Promise.all([400, 500].map((weight) => document.fonts.load(`${weight} 14px Inter`)));
  const crashed: string[] = [];
  const root = document.getElementById('dashboard');
  if (root === null) throw new Error('the page has no place for a dashboard');
  createRoot(root).render(
    <DashboardView
      title={dashboard.title}
      chosen={chosen}
      panels={panels}
      heightPx={bottomPx(placed)}
      theme={theme}
      timeRange={timeRangeOf(drawing)}
      replace={replace}
      onCrash={(title, error) => crashed.push(`${title}: broke: ${error.message}`)}
    />,
  );
  await globalThis.dashboardSettled();
  return {
    title: dashboard.title,
    panels: panels.filter(({ panel }) => panel.type !== 'row').length,
    findings: [...panels.flatMap(({ findings }) => findings), ...crashed],
    heightPx: Math.ceil(document.documentElement.scrollHeight),
  };
};

globalThis.dashboardSettled = async () => {
  await document.fonts.ready;
  await new Promise((resolve) => setTimeout(resolve, stillMs));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

/** In titles and links, what stands for nothing here stays as it is. */
function replaced(text: string, values: ReadonlyMap<string, string>): string {
  try {
    return interpolate(text, values);
  } catch {
    return text;
  }
}
