/** Whether a container engine answers: a docker command without one is common. */
export const hasContainerEngine = async (): Promise<boolean> => {
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
};
