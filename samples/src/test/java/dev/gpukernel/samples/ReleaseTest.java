package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/** The poms agree on what a release is, which docs/releasing.md describes. */
class ReleaseTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", ""), "..");

    private static Document pom(String folder) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(folder).resolve("pom.xml").toFile());
    }

    private static List<String> texts(Document pom, String path) throws XPathExpressionException {
        List<String> texts = new ArrayList<>();
        for (Node node : XPathFactory.newInstance().newXPath().evaluateExpression(path, pom, XPathNodes.class)) {
            texts.add(node.getTextContent());
        }
        return texts;
    }

    @Test
    void bomNamesWhatIsPublished() throws Exception {
        Document parent = pom("");
        Document bom = pom("core/bom");
        List<String> published = new ArrayList<>();
        for (String module : texts(parent, "/project/modules/module")) {
            Document pom = pom(module);
            if (texts(pom, "/project/properties/maven.deploy.skip").isEmpty()) {
                published.addAll(texts(pom, "/project/artifactId"));
            }
        }

        assertThat(published).containsExactly("gpukernel-core", "gpukernel-processor");
        assertThat(texts(bom, "/project/dependencyManagement//artifactId")).isEqualTo(published);
        assertThat(texts(bom, "/project/dependencyManagement//version")).containsOnly("${project.version}");
        assertThat(texts(bom, "/project/version")).isEqualTo(texts(parent, "/project/version"));
        // Else who imports it gets the versions of all libraries that the parent manages.
        assertThat(texts(bom, "/project/parent")).isEmpty();
    }

    @Test
    void profileMakesWhatIsPublished() throws Exception {
        Document parent = pom("");
        String profile = "/project/profiles/profile[id='release']";

        assertThat(texts(parent, profile + "/modules/module")).containsExactly("core/bom");
        assertThat(texts(parent, profile + "//artifactId"))
                .containsExactly("maven-source-plugin", "maven-javadoc-plugin", "cyclonedx-maven-plugin");
        assertThat(texts(parent, profile + "//goal")).containsExactly("jar-no-fork", "jar", "makeBom");
        assertThat(texts(parent, "/project/properties/project.build.outputTimestamp"))
                .hasSize(1);
    }
}
