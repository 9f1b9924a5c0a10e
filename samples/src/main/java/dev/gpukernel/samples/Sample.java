package dev.gpukernel.samples;

/**
 * One subcommand. A sample declares its picocli options and does its work; {@link SampleRun} does the rest: the line at the
 * end, what is said of a failure, the exit code.
 */
interface Sample {
    /**
     * Does the work.
     *
     * @param report where to tell of it
     * @return how it ended
     */
    Verdict run(Report report);
}
